import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { CurrencyCode } from '#contract/currencies.ts'
import { drawnHook } from '#web/ui/drawn-hook.fixture.ts'
import { useSectionAnswer } from './use-section-answer.ts'
import { useShownAnswer } from './use-shown-answer.ts'

const viewIn = (currencyCode: CurrencyCode) => ({
  startDate: '2026-06-01',
  endDate: '2026-06-30',
  currencyCode,
})
const EUR = viewIn('EUR')
const USD = viewIn('USD')
type View = typeof EUR

/** A section, and a page that asks the same, whose answers come when the test gives them. */
function section() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: { answer: (text: string) => void; fail: () => void }[] = []
  const { result, draw } = drawnHook(
    (view: View) => {
      // A frame has another scope with each drawing.
      const scope = { companyId: 'c1', currencyCode: view.currencyCode, marketplaces: [] }
      const answer = useSectionAnswer(
        { view, scope },
        {
          queryKey: [view.currencyCode],
          queryFn: () =>
            new Promise<string>((answered, fail) => {
              asked.push({ answer: answered, fail: () => fail(new Error('no')) })
            }),
        },
      )
      return { ...answer, page: useShownAnswer(view, answer.query).view }
    },
    (drawn) => createElement(QueryClientProvider, { client }, drawn),
  )
  const shown = () => expect.poll(() => result.current)
  const read = async (view: View, text: string) => {
    draw(view)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    asked.pop()!.answer(text)
    await shown().toMatchObject({ data: text, isCurrent: true })
  }
  return { result, draw, client, asked, shown, read }
}

test('numbers of the question before keep their labels until the new ones are there', async () => {
  const { result, draw, asked, shown, read } = section()
  draw(EUR)
  await shown().toMatchObject({ data: undefined, status: { kind: 'loading' }, isCurrent: false })
  await read(EUR, '9.00 €')
  expect(result.current).toMatchObject({ view: EUR, currencyCode: 'EUR' })

  draw(USD)
  await shown().toMatchObject({ status: { kind: 'stale' } })
  const before = { data: '9.00 €', view: EUR, currencyCode: 'EUR', isCurrent: false, page: EUR }
  expect(result.current).toMatchObject(before)

  asked.pop()!.answer('10.00 $')
  await shown().toMatchObject({ data: '10.00 $', view: USD, currencyCode: 'USD', isCurrent: true, page: USD })
})

test('what was read before has its labels at once', async () => {
  const { draw, shown, read } = section()
  await read(EUR, '9.00 €')
  await read(USD, '10.00 $')
  draw(EUR)
  await shown().toMatchObject({ data: '9.00 €', view: EUR, currencyCode: 'EUR', isCurrent: true, page: EUR })
})

test('what a view holds besides the question is that of the present', async () => {
  const { result, draw, read } = section()
  await read(EUR, '9.00 €')
  const folded = { ...EUR }
  draw(folded)
  await expect.poll(() => result.current?.view === folded && result.current.page === folded).toBe(true)
})

test('a later reading that fails leaves the numbers and their labels', async () => {
  const { result, client, asked, read } = section()
  await read(EUR, '9.00 €')
  const again = client.refetchQueries({ queryKey: ['EUR'] })
  await expect.poll(() => asked.length).toBe(1)
  asked.pop()!.fail()
  await again
  await expect.poll(() => client.getQueryState(['EUR'])?.status).toBe('error')
  expect(result.current).toMatchObject({ data: '9.00 €', view: EUR, currencyCode: 'EUR', isCurrent: true })
})

test('another question that fails has its own labels', async () => {
  const { draw, asked, shown, read } = section()
  await read(EUR, '9.00 €')
  draw(USD)
  await shown().toMatchObject({ status: { kind: 'stale' } })
  asked.pop()!.fail()
  await shown().toMatchObject({
    data: undefined,
    currencyCode: 'USD',
    status: { kind: 'error' },
    isCurrent: false,
  })
})
