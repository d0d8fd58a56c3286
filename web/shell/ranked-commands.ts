import type { Command } from './commands.ts'
import { PAGE_WORDS } from './page-words.ts'

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The commands that fit what is typed, best match first; each word of it has to be found somewhere. */
export function rankedCommands(commands: readonly Command[], typed: string): Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...commands]
  return commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => command)
}

function scoreOf(
  { label, group, page = '', words = PAGE_WORDS[page] ?? '' }: Command,
  typed: readonly string[],
): number {
  const name = plain(label)
  const around = plain(`${group} ${words}`)
  let score = name.startsWith(typed.join(' ')) ? 8 : 0
  for (const word of typed) {
    const found = scoreOfWord(name, around, word)
    if (found === 0) return 0
    score += found
  }
  return score
}

function scoreOfWord(name: string, around: string, word: string): number {
  if (name.startsWith(word)) return 5
  if (name.includes(` ${word}`)) return 4
  if (initialsOf(name).startsWith(word)) return 3
  if (name.includes(word)) return 2
  return around.includes(word) ? 1 : 0
}

/** `pal` of "Profit and loss". */
const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1))
    .join('')
