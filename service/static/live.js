// Others' moves appear by themselves. Without this file a page shows the table as it was when it was opened.
// A form that somebody has begun to fill in is never touched: then a line says what happened, and a button
// shows it.

const FIRST_MS = 3000;
const MOST_MS = 120_000;
const GROWTH = 1.4;
const CALM_MS = 700;
const PATIENCE_MS = 4000;

const main = document.querySelector("main");
const live = () => document.getElementById("live");

let mark = live()?.dataset.mark;
let wait = FIRST_MS;
let timer = 0;
let asking = false;
let stirred = 0;
let bar = null;
let told = [];

const voice = document.createElement("p");
voice.className = "hidden";
voice.setAttribute("role", "status");
document.body.append(voice);

const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Whether what a control holds is not what the page came with. */
function changed(control) {
  if (control.type === "hidden" || control.tagName === "BUTTON") return false;
  if (control.type === "radio" || control.type === "checkbox") return control.checked !== control.defaultChecked;
  if (control.tagName === "SELECT") {
    const first = [...control.options].findIndex((each) => each.defaultSelected);
    return control.selectedIndex !== Math.max(first, 0);
  }
  return control.value !== control.defaultValue;
}

function begun() {
  if ("kept" in live().dataset) return true;
  const on = document.activeElement;
  if (main.contains(on) && on.matches("a, button, input, select, textarea, summary")) return true;
  return [...main.querySelectorAll("input, select, textarea")].some(changed);
}

/** Nothing moves under a finger that is about to press. */
async function calm() {
  const since = performance.now();
  while (performance.now() - stirred < CALM_MS) {
    if (performance.now() - since > PATIENCE_MS) return false;
    await sleep(150);
  }
  return true;
}

function tell() {
  const text = told.slice(-2).join(" · ") || live().dataset.changed;
  if (!bar) {
    bar = document.createElement("div");
    bar.className = "moved";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = live().dataset.show;
    button.addEventListener("click", () => show(true));
    bar.append(document.createElement("span"), button);
    main.before(bar);
    // Whoever types at the foot of the window goes on seeing it.
    if (main.contains(document.activeElement)) document.activeElement.scrollIntoView({ block: "nearest" });
  }
  bar.firstChild.textContent = text;
  voice.textContent = text;
}

function folded(root) {
  return [...root.querySelectorAll("details")].map((each) => [each.querySelector("summary").textContent, each]);
}

/** The page as it is now, in place of the one that is shown; asked: somebody pressed the button. */
async function show(asked) {
  const address = live().dataset.page;
  let text;
  try {
    const answer = await fetch(address, { cache: "no-store", headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    text = await answer.text();
  } catch {
    if (asked) location.assign(address);
    else tell();
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("live");
  if (!asked && (begun() || !(await calm()) || begun())) {
    tell();
    return;
  }
  if (!next) {
    // Another kind of page, such as the score: it has scripts of its own.
    location.assign(address);
    return;
  }
  const open = new Set(folded(main).filter(([, each]) => each.open).map(([name]) => name));
  const line = main.querySelector(".say [name=line]")?.value;
  // Our own host made this markup; no script in it would run.
  main.replaceChildren(...page.querySelector("main").childNodes);
  document.querySelector("footer").replaceChildren(...page.querySelector("footer").childNodes);
  for (const [name, each] of folded(main)) if (open.has(name)) each.open = true;
  const say = main.querySelector(".say [name=line]");
  if (say && line) say.value = line;
  document.title = page.title;
  mark = live().dataset.mark;
  const said = told.slice(-2).join(" · ") || live().dataset.changed;
  told = [];
  bar?.remove();
  bar = null;
  voice.textContent = said;
  if (asked) {
    const news = main.querySelector("h1");
    news.tabIndex = -1;
    news.focus();
  }
}

/** Asks once; whether to ask again. */
async function ask() {
  const answer = await fetch(live().dataset.now, {
    cache: "no-store",
    headers: { Accept: "application/json", "If-None-Match": `"${mark}"` },
  });
  if (answer.status === 304) {
    wait = Math.min(wait * GROWTH, MOST_MS);
    return true;
  }
  if (!answer.ok) {
    wait = MOST_MS;
    return answer.status >= 500 || answer.status === 429;
  }
  const found = await answer.json();
  mark = found.mark;
  told.push(...found.told);
  wait = FIRST_MS;
  if (bar || begun()) tell();
  else await show(false);
  return true;
}

async function look() {
  clearTimeout(timer);
  if (document.hidden || asking || !live()) return;
  asking = true;
  let again = true;
  try {
    again = await ask();
  } catch {
    // The line may be down for a while; nothing that is shown has become wrong.
    wait = Math.min(wait * 2, MOST_MS);
  } finally {
    asking = false;
  }
  if (again) plan();
}

function plan() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, wait);
}

for (const kind of ["pointerdown", "pointermove", "touchmove", "wheel", "keydown"]) {
  addEventListener(kind, () => { stirred = performance.now(); }, { passive: true });
}
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  wait = FIRST_MS;
  if (!document.hidden) look();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) look();
});
plan();
