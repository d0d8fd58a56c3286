/** Without these characters at its end. A pattern such as `/0+$/` would look through a long run anew from each of its characters. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
