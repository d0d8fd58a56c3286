import { expect, test } from 'vitest'
import type { SyncedConnection, SyncTask } from '#server/accounts/index.ts'
import { completeDays } from './fetched-file.ts'
import { sourceOf } from './sources.ts'

const connection = { marketplaces: ['DE'] } as unknown as SyncedConnection
const completeOn = (source: string, asked: string) => {
  const task = { place: '', firstDay: '2026-03-10', lastDay: '2026-03-12' } as SyncTask
  const askedAt = new Date(asked)
  return completeDays(sourceOf(source)!, task, connection, { now: askedAt, askedAt })
}

test('a day of the inventory ledger is over when it is in California, wherever the stock is', () => {
  expect(completeOn('stockLedger', '2026-03-13T03:00:00Z')).toMatchObject({
    start: '2026-03-10',
    end: '2026-03-11',
  })
  expect(completeOn('stockLedger', '2026-03-13T08:00:00Z')).toMatchObject({
    start: '2026-03-10',
    end: '2026-03-12',
  })
  expect(completeOn('returns', '2026-03-13T03:00:00Z')).toMatchObject({ end: '2026-03-12' })
})
