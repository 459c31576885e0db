/* Search and filters of the rules table; without scripts the whole table shows. */
const rows = [...document.querySelectorAll("#rules tbody tr")];
const words = rows.map(row => row.textContent.toLowerCase());
const input = document.querySelector("#find");
const shown = document.querySelector("#shown");
const buttons = [...document.querySelectorAll(".seg button")];
let kind = "all";

function apply() {
  const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  rows.forEach((row, i) => {
    const fits = (kind === "all" || row.dataset.is.split(" ").includes(kind)) && wanted.every(w => words[i].includes(w));
    row.hidden = !fits;
    n += fits;
  });
  shown.textContent = `${n} of ${rows.length} rules shown`;
}

input.addEventListener("input", apply);
for (const button of buttons)
  button.addEventListener("click", () => {
    kind = button.dataset.kind;
    for (const other of buttons)
      other.setAttribute("aria-pressed", String(other === button));
    apply();
  });

/* A link to a rule shows it, whatever the filter says, with its details open. */
function jump() {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!row || !rows.includes(row))
    return;
  row.hidden = false;
  const details = row.querySelector("details");
  if (details)
    details.open = true;
  row.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", jump);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.open = true; }));
document.querySelector(".filters").hidden = false;
apply();
jump();
