const letterSegments = new Intl.Segmenter()
const lettersOf = (text: string): string[] =>
  Array.from(letterSegments.segment(text), ({ segment }) => segment)

/** The first letters of the first and the last word; of one word its first two. `?` for what is shorter than two. */
export function initials(name: string): string {
  const named = name.trim().split(/\s+/)
  // A word in brackets says something about the name.
  const words = (named.length > 1 ? named.filter((word) => !word.startsWith('(')) : named).map(lettersOf)
  const [first = [], last = []] = [words[0], words.at(-1)]
  if (words.flat().length < 2) return '?'
  const chosen = words.length === 1 ? first.slice(0, 2) : [first[0], last[0]]
  return chosen.join('').toLocaleUpperCase()
}
