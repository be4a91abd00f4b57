import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { liveLine } from "./progress.ts";

beforeEach(() => mock.timers.enable({ apis: ["setInterval", "Date"] }));
afterEach(() => mock.timers.reset());

test("a line appears after half a second, fits the terminal, has no control characters and disappears", () => {
  const written: string[] = [];
  const line = liveLine({ err: (text) => void written.push(text), isShown: true, columns: 20 });
  line.show("short");
  mock.timers.tick(400);
  assert.equal(written.length, 0, "short work shows nothing");
  mock.timers.tick(200);
  assert.deepEqual(written, ["\r\u001b[K0:00  short"]);
  mock.timers.tick(400);
  assert.equal(written.at(-1), "\r\u001b[K0:01  short");
  line.show("\u001b[31mred and much too long for the terminal");
  mock.timers.tick(200);
  const last = written.at(-1)!.replace("\r\u001b[K", "");
  assert.ok(last.length < 20 && last.endsWith("…"), last);
  assert.ok(!last.includes("\u001b"));
  line.stop();
  assert.equal(written.at(-1), "\r\u001b[K");
  const count = written.length;
  mock.timers.tick(1000);
  assert.equal(written.length, count);
});

test("nothing is printed on a pipe", () => {
  const written: string[] = [];
  const line = liveLine({ err: (text) => void written.push(text), isShown: false, columns: 80 });
  line.show("x");
  mock.timers.tick(1000);
  line.stop();
  assert.deepEqual(written, []);
});
