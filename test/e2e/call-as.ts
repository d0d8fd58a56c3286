import type { Page } from 'playwright-core'

/** Calls a procedure with the session of a page; the code of the refusal. */
export const callAs = (page: Page, procedure: string, input: object): Promise<string | undefined> =>
  page.evaluate(
    async ([path, body]) => {
      const token = Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1]
      const answer = await fetch(`/trpc/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: body!,
      })
      const { error } = (await answer.json()) as { error?: { data?: { errorCode?: string } } }
      return error?.data?.errorCode
    },
    [procedure, JSON.stringify(input)],
  )
