// Checks a finished log of a game without any code of Tenpost: node check_log.mjs LOG
//
// Hashes and their chain, the commitment, the words, every card drawn and the first seat are computed
// anew from the published contract alone. Exit status 0 and a line, or 1 and the first event that is
// wrong, or 2 if there is no such file.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const FIELDS = "at data hash meta prev schema stream type version";
const GENESIS = "0".repeat(64);
const COLOURS = ["R", "B", "O", "G"];
const WILD_OR_NOT = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "W"];
const CANONICAL_ORDER = [
  ...COLOURS.flatMap((colour) => WILD_OR_NOT.map((sign) => colour + sign)),
  ...WILD_OR_NOT.map((sign) => "W" + sign),
  ...["C1", "C2", "C3", "C4", "C5"],
];

class Wrong extends Error {}

function need(holds, what) {
  if (!holds) throw new Wrong(what);
}

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

// JSON.stringify escapes exactly what the contract escapes, as long as a text has no half surrogates.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  if (typeof value === "number") need(Number.isSafeInteger(value), `the number ${value}`);
  if (typeof value === "string") need(!/[\0\p{Surrogate}]/u.test(value), "a text");
  return JSON.stringify(value);
}

// The uniform numbers of tenpost/1: 8 bytes at a time from SHA-256(key || counter).
class Chance {
  constructor(seed, words) {
    const parts = words.flatMap((word) => [Buffer.of(0), Buffer.from(word, "ascii")]);
    this.key = sha256("tenpost/1", Buffer.of(0), seed, ...parts);
    this.block = 0n;
    this.rest = [];
  }

  integer() {
    if (this.rest.length === 0) {
      const counter = Buffer.alloc(8);
      counter.writeBigUInt64BE(this.block++);
      const block = sha256(this.key, counter);
      this.rest = [0, 8, 16, 24].map((place) => block.readBigUInt64BE(place));
    }
    return this.rest.shift();
  }

  uniform(count) {
    const n = BigInt(count);
    const limit = (1n << 64n) - ((1n << 64n) % n);
    let taken = this.integer();
    while (taken >= limit) taken = this.integer();
    return Number(taken % n);
  }
}

function shuffled(copies, chance) {
  const deck = CANONICAL_ORDER.flatMap((code) => Array(copies[code] ?? 0).fill(code));
  const count = Object.values(copies).reduce((sum, each) => sum + each, 0);
  need(deck.length === count, "the deck holds a card that is not of the game");
  for (let i = deck.length - 1; i > 0; i--) {
    const j = chance.uniform(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Runs over the events with a check, and names the event at which it finds something wrong.
function each(events, check) {
  events.forEach((event, place) => {
    try {
      check(event, place);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      const name = typeof event === "object" && event !== null ? event.type : "no event";
      throw new Wrong(`version ${place + 1} (${name}): ${error.message}`);
    }
  });
}

function parsed(raw) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  need(lines.length > 0, "the log is empty");
  const events = lines.map((line) => {
    try {
      return JSON.parse(line);
    } catch {
      return null;
    }
  });
  each(events, (event, place) => {
    need(event !== null, "not JSON");
    // Also finds a key given twice: only the last of the two would be written again.
    need(canonical(event) === lines[place], "not in canonical form");
    need(Object.keys(event).join(" ") === FIELDS, "not the nine fields");
  });
  return events;
}

function checkChain(events) {
  let prev = GENESIS;
  each(events, (event, place) => {
    const { hash, prev: named, ...rest } = event;
    need(event.stream === events[0].stream, "of another stream");
    need(event.version === place + 1, `it says version ${event.version}`);
    need(named === prev, "prev is not the hash of the event before");
    need(sha256(prev, canonical(rest)).toString("hex") === hash, "the hash is wrong");
    prev = hash;
  });
}

function checkShuffle(events) {
  const last = events.at(-1);
  need(last.type === "DeckRevealed", "the game is not over: no seed has been revealed");
  const seed = Buffer.from(last.data.seed, "hex");
  let seats, words, deck, first;
  let drawn = 0;
  const drawnAt = [0];
  each(events, ({ type, data }, place) => {
    if (type === "GameCreated") {
      need(sha256(seed).toString("hex") === data.commitment, "the seed is not the one committed to");
      seats = data.seats;
      words = seats.map(() => "");
    } else if (type === "SeatClaimed") {
      words[data.seat - 1] = data.word;
    } else if (type === "GameStarted") {
      need(equal(data.words, words), "the words are not those of the claims");
      const chance = new Chance(seed, words);
      deck = shuffled(data.deck, chance);
      const takers = seats.filter(({ kind }) => kind !== "house").map(({ seat }) => seat);
      first = takers[chance.uniform(takers.length)];
      need(data.first_seat === first, `seat ${first} is first`);
    } else if (type === "CardDrawn") {
      need(data.card === deck[drawn], `card ${drawn + 1} of the shuffle is ${deck[drawn]}`);
      drawn += 1;
    } else if (type === "MovesUndone") {
      need(data.to_version <= place, "an undo to a version that was not before it");
      drawn = drawnAt[data.to_version];
    } else if (type === "TurnStarted" && data.turn === 1) {
      need(data.seat === first, `seat ${first} is first`);
    }
    drawnAt.push(drawn);
  });
  return drawn;
}

function main(path) {
  let raw;
  try {
    raw = readFileSync(path);
  } catch (error) {
    console.error(`${path} cannot be read (${error.code ?? error.message}).`);
    return 2;
  }
  try {
    const events = parsed(raw);
    checkChain(events);
    const drawn = checkShuffle(events);
    console.log(`${path}: ${events.length} events and ${drawn} cards are as they should be.`);
    return 0;
  } catch (error) {
    // A log whose hashes hold but whose data has another shape ends as a TypeError of this program.
    console.error(`${path}: ${error.message}`);
    return 1;
  }
}

if (process.argv.length !== 3) {
  console.error("Give one log: node check_log.mjs LOG");
  process.exit(2);
}
process.exitCode = main(process.argv[2]);
