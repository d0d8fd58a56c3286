import { expect, test, vi } from 'vitest'
import { queryStatus } from './query-status.ts'

const asked = { data: undefined, error: null, isError: false, isPlaceholderData: false }

test('a section is read, has numbers, or still has those of the question before', () => {
  const refetch = vi.fn()
  expect(queryStatus({ ...asked, refetch }).kind).toBe('loading')
  expect(queryStatus({ ...asked, data: [], refetch }).kind).toBe('ready')
  expect(queryStatus({ ...asked, data: [], isPlaceholderData: true, refetch }).kind).toBe('stale')
})

test('a failure says why and can be tried again, unless there are numbers', () => {
  const refetch = vi.fn()
  const failed = { ...asked, isError: true, error: new Error('no') as never, refetch }
  const status = queryStatus(failed)
  expect(status).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('could not be reached'),
  })
  if (status.kind === 'error') status.onRetry()
  expect(refetch).toHaveBeenCalledOnce()
  expect(queryStatus({ ...failed, data: [] }).kind).toBe('ready')
})
