/**
 * Reproducible chance. Every subject (the orders of one day, the refunds of one order) draws from a stream of its own,
 * named by text, so that a change in one subject leaves all others as they were.
 */

/** Four words out of a text: FNV-1a from four different starts, stirred so that similar names give unlike streams. */
function wordsOf(name: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0x811c9dc5, 0x9e3779b9, 0x243f6a88, 0xb7e15162]
  for (let position = 0; position < name.length; position++) {
    const code = name.charCodeAt(position)
    for (let word = 0; word < 4; word++) {
      words[word] = Math.imul(words[word]! ^ (code + word), 0x01000193)
      words[word] = words[word]! ^ (words[word]! >>> 15)
    }
  }
  return words
}

export interface Random {
  /** At least 0, below 1. */
  unit(): number
  /** A whole number between both ends, which are included. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** One of the list, each as likely as its weight. */
  weighted<T>(from: readonly T[], weightOf: (one: T) => number): T
  /** How many independent things happen when `mean` are expected. */
  count(mean: number): number
  digits(length: number): string
  letters(length: number): string
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** sfc32 (Doty-Humphrey, public domain): small, fast, good enough for a demonstration; never for secrets. */
export function random(...name: readonly (string | number)[]): Random {
  let [a, b, c, counter] = wordsOf(name.join('/'))
  const unit = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < 12; round++) unit()

  const between = (from: number, to: number): number => from + Math.floor(unit() * (to - from + 1))
  const text = (alphabet: string, length: number): string => {
    let made = ''
    for (let position = 0; position < length; position++) made += alphabet[between(0, alphabet.length - 1)]!
    return made
  }
  return {
    unit,
    between,
    chance: (probability) => unit() < probability,
    pick: (from) => from[between(0, from.length - 1)]!,
    weighted(from, weightOf) {
      let rest = unit() * from.reduce((sum, one) => sum + weightOf(one), 0)
      for (const one of from) {
        rest -= weightOf(one)
        if (rest < 0) return one
      }
      return from.at(-1)!
    },
    count(mean) {
      // Knuth's product of uniforms; the means here are small.
      const limit = Math.exp(-mean)
      let product = unit()
      let happened = 0
      while (product > limit) {
        product *= unit()
        happened++
      }
      return happened
    },
    digits: (length) => text('0123456789', length),
    letters: (length) => text(LETTERS, length),
  }
}
