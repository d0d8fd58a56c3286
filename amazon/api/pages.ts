import { AmazonError } from './clients.ts'

const PAGES_MAX = 2000

/** Page after page until one names no next. Throws `LATER` where that does not come to an end. */
export async function* pages<P extends { nextToken?: string | null | undefined }>(
  ask: (nextToken?: string) => Promise<P>,
): AsyncGenerator<P> {
  let nextToken: string | undefined
  for (let count = 0; count < PAGES_MAX; count++) {
    const page = await ask(nextToken)
    yield page
    if (!page.nextToken) return
    if (page.nextToken === nextToken) break
    nextToken = page.nextToken
  }
  throw new AmazonError('LATER', 'The pages do not come to an end')
}
