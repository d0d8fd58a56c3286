/** A question about searches names its products, so they stand in the place of its task: `DE B0… B0…`. */

/** Amazon takes 200 characters of ASINs at once. */
const CHARACTERS_MAX = 200
/** Questions about one week of a marketplace: of each a minute passes, so the products that sell most have to do. */
const CHUNKS_MAX = 3
/** An ASIN has ten characters. */
export const SEARCHED_PRODUCTS_MAX = CHUNKS_MAX * Math.floor((CHARACTERS_MAX + 1) / 11)

export function chunksOf(marketplace: string, asins: readonly string[]): string[] {
  const chunks: string[] = []
  let chunk = ''
  for (const asin of asins) {
    if (chunk && chunk.length + 1 + asin.length > CHARACTERS_MAX) {
      chunks.push(chunk)
      chunk = ''
      if (chunks.length === CHUNKS_MAX) break
    }
    chunk = chunk ? `${chunk} ${asin}` : asin
  }
  if (chunk) chunks.push(chunk)
  return chunks.map((names) => `${marketplace} ${names}`)
}

/** The marketplace and the ASINs, with blanks between them. */
export function chunkIn(place: string): { marketplace: string; asins: string } {
  const blank = place.indexOf(' ')
  return { marketplace: place.slice(0, blank), asins: place.slice(blank + 1) }
}
