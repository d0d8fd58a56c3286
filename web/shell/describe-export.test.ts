import { expect, test } from 'vitest'
import type { Provenance } from '#contract/provenance.ts'
import { provenanceFacts } from './describe-export.ts'

const FOUND: Provenance = {
  dataVersion: 40,
  publishedAt: '2026-11-01T08:00:00.000Z',
  programVersion: '0.1.0',
  mappingVersion: 3,
  placedNames: 0,
  rateSet: 2,
  rates: [],
  fxPolicy: 'DAILY',
  closedMonths: [
    { first: '2026-01', last: '2026-03', version: 17 },
    { first: '2026-05', last: '2026-05', version: 21 },
  ],
  now: '2026-11-02T10:00:00.000Z',
}

test('a file names the months that are read as of when they were closed, beside the rates of now', () => {
  const facts = provenanceFacts(FOUND, { clientNow: 0, readAt: undefined })
  expect(facts.filter(([name]) => /^(Closed|Exchange)/.test(name))).toEqual([
    ['Exchange rates', 'set 2, each amount at the rate of its day'],
    [
      'Closed months',
      '2026-01 to 2026-03 as of version 17; 2026-05 as of version 21; each with the rates of its version',
    ],
  ])
})
