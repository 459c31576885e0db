// The table of Kuhn poker in the page: two cards and the chips in front of them. docs/page.md says what it is given.
const NAMES = { J: "Jack", Q: "Queen", K: "King" };

function add(parent, tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  if (text) element.textContent = text;
  parent.append(element);
  return element;
}

export default function mount(place, table) {
  place.className = "kuhn";
  const draw = t => {
    place.replaceChildren();
    t.seats.forEach((_, seat) => {
      const { shown, hand, paid, folded } = t.view;
      const own = Array.isArray(hand) ? hand[seat] : seat === t.me ? hand : "-"; // an array: a replay that sees all
      const card = shown[seat] !== "-" ? shown[seat] : own;
      const box = add(place, "figure", folded[seat] === "yes" || folded[seat] === true ? "kuhn-seat kuhn-folded" : "kuhn-seat");
      add(box, "div", card === "-" ? "kuhn-card kuhn-back" : "kuhn-card", card === "-" ? "?" : card).setAttribute("aria-hidden", "true");
      add(box, "figcaption", "kuhn-name", `${t.name(seat)}: ${card === "-" ? "a hidden card" : `the ${NAMES[card]}`}, ${paid[seat]} in the pot`);
    });
  };
  draw(table);
  return { update: draw };
}
