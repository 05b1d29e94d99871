// The replay's comforts: steps without a new page, play and speed, a slider, the keyboard. Without this file
// the same links lead to the same versions. A version is asked for once, at its own address.

const player = document.querySelector(".player");
const scene = document.getElementById("scene");
const back = document.getElementById("back");
const steps = document.querySelector(".ways");
const [button, slider, output, speed] = ["button", "input", "output", "select"].map((each) => player.querySelector(each));
const status = player.querySelector("[role=status]");
const trouble = player.querySelector("[role=alert]");
const base = player.dataset.base;
const DWELL_MS = 1500;
const LOOK_MS = 20_000;

let last = Number(player.dataset.last);
let over = "over" in player.dataset;
let shown = Number(player.dataset.version);
let wanted = shown;
let ways = {};
let busy = false;
let held = false;
let timer = 0;
let playing = false;
const kept = new Map();

const path = (version) => `${base}/${version}`;
const within = (version) => Math.min(Math.max(version, 1), last);

async function ask(version, how = "default") {
  const answer = await fetch(path(version), { headers: { Accept: "application/json" }, cache: how });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** The version, asked for once; one that could not be had may be asked for again. */
function load(version) {
  if (!kept.has(version)) {
    const asked = ask(version);
    asked.catch(() => kept.delete(version));
    kept.set(version, asked);
  }
  return kept.get(version);
}

/** The game has moved on: the slider grows, but not under a thumb that is being dragged. */
function grow(part) {
  over = part.over;
  if (part.last > last) {
    last = part.last;
    for (const version of kept.keys()) if (version !== part.version) kept.delete(version);
  }
  if (!held) slider.max = last;
}

function mark(version) {
  slider.value = version;
  slider.setAttribute("aria-valuetext", `${version} / ${last}`);
  output.textContent = `${version} / ${last}`;
}

/** Leads each link of the steps to where it leads now; one that leads nowhere is no link. */
function lead(part) {
  const version = part.version;
  ways = { ...part.steps };
  ways.first = version > 1 ? path(1) : null;
  ways.last = version < last ? path(last) : null;
  ways.prev = version > 1 ? path(version - 1) : null;
  ways.next = version < last ? path(version + 1) : null;
  for (const old of steps.querySelectorAll("[data-step]")) {
    const to = ways[old.dataset.step];
    if (old.tagName === "A" && to) {
      old.href = to;
      continue;
    }
    if (old.tagName === "SPAN" && !to) continue;
    const other = document.createElement(to ? "a" : "span");
    other.dataset.step = old.dataset.step;
    other.textContent = old.textContent;
    if (to) other.href = to;
    const focused = document.activeElement === old;
    old.replaceWith(other);
    if (focused) slider.focus({ preventScroll: true });
  }
}

function render(part) {
  shown = part.version;
  grow(part);
  const open = new Set(opened().map(([name]) => name));
  const inside = scene.contains(document.activeElement);
  // The text is our own host's, and its markup was made there: no script in it would run.
  scene.innerHTML = part.scene;
  back.innerHTML = part.back;
  for (const [name, details] of folded()) details.open = open.has(name);
  if (inside) scene.querySelector(".log .here a")?.focus({ preventScroll: true });
  document.title = part.title;
  history.replaceState(null, "", path(shown));
  lead(part);
  const share = document.querySelector(".share a");
  if (share && part.share) share.textContent = share.href = part.share;
  if (!playing) status.textContent = part.told;
  follow();
  document.dispatchEvent(new Event("tenpost:shown"));
}

/** What can be folded out, by what it says; a step leaves open what was open. */
function folded() {
  return [...scene.querySelectorAll("details")].map((each) => [each.querySelector("summary").textContent, each]);
}

function opened() {
  return folded().filter(([, details]) => details.open);
}

/** The current line of the log in sight, without moving the page. */
function follow() {
  const log = scene.querySelector(".log");
  const here = log?.querySelector(".here");
  if (here) log.scrollTop = here.offsetTop - log.offsetTop - log.clientHeight / 2;
}

/** Shows a version; of several asked for meanwhile only the last is fetched. */
async function show(version) {
  wanted = within(version);
  mark(wanted);
  if (busy) return;
  busy = true;
  try {
    while (shown !== wanted) {
      const part = await load(wanted);
      trouble.hidden = true;
      render(part);
    }
  } catch {
    wanted = shown;
    stop();
    trouble.textContent = trouble.dataset.text;
    trouble.hidden = false;
  } finally {
    busy = false;
  }
  mark(wanted);
}

function stop() {
  clearTimeout(timer);
  playing = false;
  button.textContent = button.dataset.play;
}

function play() {
  playing = true;
  button.textContent = button.dataset.pause;
  tick(shown >= last && over ? 1 : shown + 1);
}

async function tick(version) {
  if (version <= last) {
    await show(version);
    if (!playing) return;
  } else if (over) {
    stop();
    return;
  }
  const part = await load(shown).catch(() => ({ silent: false }));
  if (!playing) return;
  if (shown < last) load(shown + 1).catch(() => {});
  const pause = part.silent && shown < last ? 0 : DWELL_MS / Number(speed.value);
  timer = setTimeout(() => tick(shown + 1), pause);
}

/** At the end of a game that goes on: whether it has gone on. */
async function look() {
  if (over || document.hidden || busy || held) return;
  try {
    const part = await ask(shown, "no-cache");
    const more = part.last > last;
    if (part.version !== shown) return;
    kept.set(shown, Promise.resolve(part));
    grow(part);
    lead(part);
    mark(wanted);
    if (more) status.textContent = `${shown} / ${last}`;
  } catch {
    // The next look may do better; nothing that is shown has become wrong.
  }
}

function number(to) {
  return to ? Number(to.slice(to.lastIndexOf("/") + 1)) : shown;
}

const KEYS = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  Home: () => 1,
  End: () => last,
  PageUp: () => number(ways["turn-before"]),
  PageDown: () => number(ways.turn),
};

button.addEventListener("click", () => (playing ? stop() : play()));
slider.addEventListener("pointerdown", () => { held = true; });
for (const ended of ["change", "pointerup", "pointercancel"]) {
  slider.addEventListener(ended, () => {
    held = false;
    slider.max = last;
    slider.value = wanted;
  });
}
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});

document.addEventListener("click", (event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("a");
  if (!link || !(steps.contains(link) || scene.contains(link))) return;
  const [, version] = link.pathname.match(/\/(\d+)$/) ?? [];
  if (!version || link.pathname !== path(version)) return;
  event.preventDefault();
  stop();
  show(Number(version));
});

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const on = event.target.closest("input, select, textarea, button, summary");
  if (event.key === " " && !on) {
    event.preventDefault();
    if (playing) stop(); else play();
  } else if (event.key in KEYS && !(on && on.matches("select, textarea, input"))) {
    event.preventDefault();
    stop();
    show(KEYS[event.key]());
  }
});

for (const link of steps.querySelectorAll("a")) ways[link.dataset.step] = link.getAttribute("href");
slider.max = last;
mark(shown);
player.hidden = false;
follow();
setInterval(look, LOOK_MS);
