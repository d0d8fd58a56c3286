/** The switch as browsers and the command line meet it: over HTTP, and across a restart. */
import { expect, test } from 'vitest'
import type { Installation } from '#server/main.ts'
import { MaintenanceSwitch } from '#server/maintenance.ts'
import { seededInstallation } from './support/installation.ts'

const { open } = seededInstallation()
const get = ({ app }: Installation, url: string) => app.inject({ url, headers: { host: 'localhost' } })
const isUnderMaintenance = async (installation: Installation) =>
  (await get(installation, '/meta')).json<{ isUnderMaintenance: boolean }>().isUnderMaintenance

test('pages, files and sign-in hear of it, and a restart does not end it', async () => {
  {
    await using installation = await open()
    expect(await isUnderMaintenance(installation)).toBe(false)
    const { accounts } = installation.services
    await new MaintenanceSwitch(accounts).begin({ since: new Date(), startedBy: 'operator', note: null })
  }
  await using again = await open()
  expect(await isUnderMaintenance(again)).toBe(true)
  const meta = await get(again, '/meta')
  expect(meta.headers['cache-control']).toBe('no-store')

  const upload = await again.app.inject({
    method: 'POST',
    url: '/imports?companyId=x&fileName=a.txt',
    headers: { host: 'localhost', 'content-type': 'application/octet-stream' },
    payload: 'rows',
  })
  const download = await get(again, '/files/imports/1/original?companyId=x')
  for (const answer of [upload, download]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ errorCode: 'UNDER_MAINTENANCE' })
  }
  const call = await get(again, '/trpc/companies.getUserCompanyOptions')
  expect(call.statusCode).toBe(503)
  expect(call.json()).toMatchObject({ error: { data: { errorCode: 'UNDER_MAINTENANCE' } } })

  expect((await get(again, '/app-config.json')).statusCode).toBe(200)
  expect((await get(again, '/healthz')).statusCode).toBe(200)
})
