let asking: Promise<boolean> | null = null

/** Asks for the security check, once for all who wait for it; false when it is given up. */
const askOnce = (): Promise<boolean> =>
  (asking ??= import('./ask.tsx')
    .then(({ ask }) => ask())
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
