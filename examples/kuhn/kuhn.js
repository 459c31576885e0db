// The table of Kuhn poker in the page: two cards and the chips in front of them. docs/page.md says what it is given.
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
      const { shown, hand, paid, folded } = t.view; // lists of cards; in a replay that sees all, `hand` is one for each seat
      const own = Array.isArray(hand[0]) ? hand[seat] : seat === t.me ? hand : [];
      const card = (shown[seat].length ? shown[seat] : own)[0];
      const box = add(place, "figure", folded[seat] ? "kuhn-seat kuhn-folded" : "kuhn-seat");
      add(box, "div", card ? "kuhn-card" : "kuhn-card kuhn-back", card ? card[0] : "?").setAttribute("aria-hidden", "true");
      add(box, "figcaption", "kuhn-name", `${t.name(seat)}: ${card ? `the ${card}` : "a hidden card"}, ${paid[seat]} in the pot`);
    });
  };
  draw(table);
  return { update: draw };
}
