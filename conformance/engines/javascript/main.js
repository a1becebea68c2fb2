#!/usr/bin/env node
// @ts-check
import { createEngine } from './protocol.js';

const reply = createEngine();
const LINE_FEED = 0x0a;

/** What has been read of a line that is not complete. */
let torn = /** @type {Buffer} */ (Buffer.alloc(0));

process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
  const read = torn.length > 0 ? Buffer.concat([torn, chunk]) : chunk;
  let from = 0;
  for (let end = read.indexOf(LINE_FEED); end >= 0; end = read.indexOf(LINE_FEED, from)) {
    process.stdout.write(`${reply(read.toString('utf8', from, end))}\n`);
    from = end + 1;
  }
  torn = read.subarray(from);
});

process.stdin.on('end', () => {
  if (torn.length > 0) process.stdout.write(`${reply(torn.toString('utf8'))}\n`);
});
