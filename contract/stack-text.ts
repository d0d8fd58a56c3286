/** Stands for the message of an error: it may hold names and numbers of a company. */
export const REDACTED = '[redacted]'

/** `at load (file:1:2)` of Chromium, `load@file:1:2` of Firefox and Safari. */
const FRAME = /^\s*at .*|^\S*@\S+:\d+:\d+$/

/** A stack with its frames alone, each without the query of its address. Doing it twice changes nothing. */
export function withoutMessage(name: string, stack: string): string {
  const frames = stack.split('\n').filter((line) => FRAME.test(line))
  return [`${name}: ${REDACTED}`, ...frames.map((frame) => frame.replace(/\?[^:)\s]*/g, ''))].join('\n')
}
