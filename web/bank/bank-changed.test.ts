import { expect, test } from 'vitest'
import { queryClient, trpc } from '#web/trpc.ts'
import { bankChanged } from './bank-changed.ts'

test('what arrived at the bank is asked for again with all that depends on it', async () => {
  const said = { companyId: 'c1' }
  const days = { ...said, startDate: '2026-01-01', endDate: '2026-01-31' }
  const dependent = [trpc.bankMatch.getData.queryKey(said), trpc.journals.getExchange.queryKey(days)]
  const other = trpc.journals.getSettings.queryKey(said)
  for (const key of [...dependent, other]) queryClient.setQueryData<unknown>(key, {})
  await bankChanged()
  const isOld = (key: readonly unknown[]) => queryClient.getQueryState(key)!.isInvalidated
  expect(dependent.map(isOld)).toEqual([true, true])
  expect(isOld(other)).toBe(false)
})
