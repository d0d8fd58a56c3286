import type { Page } from 'playwright-core'

/** Calls a procedure with the session of a page; the code of the refusal. */
export const callAs = async (page: Page, procedure: string, input: object): Promise<string | undefined> =>
  (await sentAs(page, { procedure, input, method: 'POST' })).error?.data?.errorCode

/** What a query answers with the session of a page. */
export async function answerTo<Answer>(page: Page, procedure: string, input: object): Promise<Answer> {
  const { result, error } = await sentAs(page, { procedure, input, method: 'GET' })
  if (!result) throw new Error(`${procedure} was refused: ${JSON.stringify(error)}`)
  return result.data as Answer
}

interface Sent {
  procedure: string
  input: object
  method: 'GET' | 'POST'
}
interface Received {
  result?: { data: unknown }
  error?: { data?: { errorCode?: string } }
}

const sentAs = (page: Page, { procedure, input, method }: Sent): Promise<Received> =>
  page.evaluate(
    async ([path, body, how]) => {
      const token = Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1]
      const isQuery = how === 'GET'
      const answer = await fetch(`/trpc/${path}${isQuery ? `?input=${encodeURIComponent(body)}` : ''}`, {
        method: how,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(!isQuery && { body }),
      })
      return (await answer.json()) as Received
    },
    [procedure, JSON.stringify(input), method] as const,
  )
