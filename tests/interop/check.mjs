// The common part of the scripts: runs our programs, and counts the checks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));

export function start(program, words, options = {}) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

/// A program that ends with its standard input.
export async function stop(child) {
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
}

/// Runs a program to its end.
export async function run(program, words, more = {}) {
  const child = start(program, words, { env: { ...process.env, ...more } });
  child.stdin.end();
  const ended = new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  const [status, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { status, out, err };
}

/// One named check; the first that fails ends the script.
export async function check(name, body) {
  try {
    await body();
    console.log(`ok    ${name}`);
  } catch (failure) {
    console.log(`FAILS ${name}\n${failure.stack}`);
    process.exit(1);
  }
}

export { assert };
