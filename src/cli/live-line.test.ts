import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { liveLine } from "./live-line.ts";

test("a line appears after half a second, fits the terminal, holds no control characters and goes away", async () => {
  const written: string[] = [];
  const line = liveLine({ err: (text) => void written.push(text), isShown: true, columns: 20 });
  line.show("short");
  await sleep(300);
  assert.equal(written.length, 0, "what is over soon shows nothing");
  await sleep(500);
  assert.equal(written.at(-1), "\r\u001b[K0:00  short");
  line.show("\u001b[31mred and much too long for the terminal");
  await sleep(300);
  const last = written.at(-1)!.replace("\r\u001b[K", "");
  assert.ok(last.length < 20 && last.endsWith("…"), last);
  assert.ok(!last.includes("\u001b"));
  line.stop();
  assert.equal(written.at(-1), "\r\u001b[K");
  const count = written.length;
  await sleep(300);
  assert.equal(written.length, count);
});

test("on a pipe there is no line", async () => {
  const written: string[] = [];
  const line = liveLine({ err: (text) => void written.push(text), isShown: false, columns: 80 });
  line.show("x");
  await sleep(800);
  line.stop();
  assert.deepEqual(written, []);
});
