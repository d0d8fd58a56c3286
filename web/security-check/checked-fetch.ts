/** A page makes several calls one after the other: whoever has closed the check is not asked for each of them. */
const LEFT_ALONE_MS = 10_000

let asking: Promise<boolean> | null = null
let closedAt = -Infinity

/** Asks for the security check, once for all who wait for it; false when it is given up. */
const askOnce = async (): Promise<boolean> =>
  performance.now() - closedAt > LEFT_ALONE_MS &&
  (asking ??= import('./ask.tsx')
    .then(({ ask }) => ask())
    .then((isPassed) => {
      if (!isPassed) closedAt = performance.now()
      return isPassed
    })
    .finally(() => {
      asking = null
    }))

/** Fetches. Where the server wants to know first that a person is asking, they are asked, and it is tried again. */
export async function checkedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  const answer = await send(input, init)
  return answer.status === 405 && (await askOnce()) ? checkedFetch(input, init, send) : answer
}
