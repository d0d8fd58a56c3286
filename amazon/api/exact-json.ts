/** JSON whose numbers lose no digit: Amazon writes ids of 64 bits as numbers, which a double cannot hold. */

const MAYBE_INEXACT = /\d[\d.]{15}|\d[eE]/
const NUMBER = /-?\d[\d.eE+-]*/g
/** Every decimal number of so many digits comes out of a double as it went in. */
const EXACT_DIGITS = 15

/**
 * Parses JSON. A number that would change on its way through a double becomes text.
 * Throws `SyntaxError`, whose message may quote the text.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(MAYBE_INEXACT.test(text) ? withInexactQuoted(text) : text)
}

function withInexactQuoted(text: string): string {
  let result = ''
  let position = 0
  while (position < text.length) {
    const quote = text.indexOf('"', position)
    const end = quote === -1 ? text.length : quote
    result += text
      .slice(position, end)
      .replace(NUMBER, (number) => (isExact(number) ? number : `"${number}"`))
    if (quote === -1) break
    position = stringEnd(text, quote)
    result += text.slice(quote, position)
  }
  return result
}

/** Behind the quote that closes the string. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '"') return at + 1
  }
  return text.length
}

function isExact(number: string): boolean {
  const digits = number.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '')
  const value = Number(number)
  return digits.length <= EXACT_DIGITS && Number.isFinite(value) && (value !== 0 || digits === '')
}
