// The shuffle tenpost/1 once more, in the reader's browser, as events/ten/shuffle.py has it.
// Nothing is asked of the host that dealt the cards: all comes from what stands on the page.

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const ascii = (text) => new TextEncoder().encode(text);
const digest = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
const SPAN = 1n << 64n;

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Evenly spread whole numbers that grow out of a key, as a function of how many there are to choose from. */
function numbers(key) {
  let block = 0n;
  let left = [];
  const next = async () => {
    if (!left.length) {
      const place = new DataView(new ArrayBuffer(8));
      place.setBigUint64(0, block);
      block += 1n;
      const view = new DataView((await digest(joined([key, new Uint8Array(place.buffer)]))).buffer);
      left = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
    }
    return left.shift();
  };
  return async (count) => {
    const n = BigInt(count);
    const limit = SPAN - (SPAN % n);
    for (;;) {
      const integer = await next();
      if (integer < limit) return Number(integer % n);
    }
  };
}

/** What was published of a seed before the game. */
export async function commitment(seed) {
  return hex(await digest(bytes(seed)));
}

/**
 * The deck as it is drawn, and the first seat.
 * seed: hex digits. words: one a seat, "" for none. copies: [code, count] in the canonical order.
 * takers: the seats that take turns, rising.
 */
export async function shuffled(seed, words, copies, takers) {
  const zero = new Uint8Array(1);
  const parts = [ascii("tenpost/1"), zero, bytes(seed)];
  for (const word of words) parts.push(zero, ascii(word));
  const uniform = numbers(await digest(joined(parts)));
  const deck = copies.flatMap(([code, count]) => Array(count).fill(code));
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = await uniform(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return { deck, first: takers[await uniform(takers.length)] };
}

/** Checks the section of the page that has all of it, and says what came of it there. */
async function check(section) {
  if (!globalThis.crypto?.subtle) {
    section.querySelector(".cannot").hidden = false;
    return;
  }
  const { seed, words, deck, drawn, takers, first, commitment: published } = section.dataset;
  const copies = deck.split(" ").map((each) => each.split(":")).map(([code, n]) => [code, Number(n)]);
  const again = await shuffled(seed, words.split(","), copies, takers.split(" ").map(Number));
  const cards = drawn ? drawn.split(" ") : [];
  const found = {
    commitment: (await commitment(seed)) === published,
    cards: cards.every((code, at) => code === again.deck[at]),
    first: Number(first) === again.first,
  };
  for (const item of section.querySelectorAll("[data-check]")) {
    const right = found[item.dataset.check];
    item.className = right ? "right" : "wrong";
    item.querySelector(right ? "[data-yes]" : "[data-no]").hidden = false;
  }
  section.querySelector(".checks").hidden = false;
  section.dataset.checked = Object.values(found).every(Boolean) ? "yes" : "no";
}

function look() {
  const section = document.querySelector("#check:not([data-checked])");
  if (section) check(section);
}

if (globalThis.document) {
  document.addEventListener("tenpost:shown", look);
  look();
}
