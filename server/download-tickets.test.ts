import { expect, test } from 'vitest'
import { DownloadTickets } from './download-tickets.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const download = { companyId: 'c', file: '7' }
const ann = { userId: 'ann', isPlatformAdmin: false }
const processOf = (secret: number) => new DownloadTickets(Buffer.alloc(32, secret))

test('a ticket says who asks, to every process with the secret', () => {
  const ticket = processOf(1).issue(download, ann, at(0))
  expect(processOf(1).holder(ticket, download, at(59))).toEqual(ann)
  expect(processOf(2).holder(ticket, download, at(59))).toBeUndefined()
  const operators = processOf(1).issue(download, { userId: undefined }, at(0))
  expect(processOf(1).holder(operators, download, at(1))).toMatchObject({ userId: undefined })
})

test('a ticket is for one file, for one person, and for a minute', () => {
  const tickets = processOf(1)
  const ticket = tickets.issue(download, ann, at(0))
  expect(tickets.holder(ticket, { ...download, file: '8' }, at(1))).toBeUndefined()
  expect(tickets.holder(ticket, { ...download, companyId: 'd' }, at(1))).toBeUndefined()
  expect(tickets.holder(ticket, download, at(60))).toBeUndefined()
  const [endsAt, , , signature] = ticket.split('.')
  const forgeries = [
    'guessed',
    `${endsAt}...${signature}`,
    `${Number(endsAt) + 1}.ann..${signature}`,
    `${endsAt}.ann.admin.${signature}`,
  ]
  for (const forged of forgeries) expect(tickets.holder(forged, download, at(1))).toBeUndefined()
})
