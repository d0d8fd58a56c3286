import { expect, test } from 'vitest'
import { DownloadTickets } from './download-tickets.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const download = { companyId: 'c', importId: 7 }

test('a ticket is good once', () => {
  const tickets = new DownloadTickets()
  const ticket = tickets.issue(download, at(0))
  expect(tickets.redeem(ticket, download, at(59))).toBe(true)
  expect(tickets.redeem(ticket, download, at(59))).toBe(false)
})

test('a ticket is for one file, and for a minute', () => {
  const tickets = new DownloadTickets()
  expect(tickets.redeem(tickets.issue(download, at(0)), { ...download, importId: 8 }, at(1))).toBe(false)
  expect(tickets.redeem(tickets.issue(download, at(0)), { ...download, companyId: 'd' }, at(1))).toBe(false)
  expect(tickets.redeem(tickets.issue(download, at(0)), download, at(60))).toBe(false)
  expect(tickets.redeem('guessed', download, at(0))).toBe(false)
})
