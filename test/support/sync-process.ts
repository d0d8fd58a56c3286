/**
 * For tests: an installation in a process of its own that fetches from a pretend Amazon, by a clock that its test has set,
 * until it is killed. A line of its input connects a seller, and is answered.
 */
import { createInterface } from 'node:readline'
import { sandboxEndpoints } from '#amazon/index.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { tokenSeal } from '#server/connections/sealed-tokens.ts'
import { FrontDoor } from '#server/front-door.ts'
import { configFrom, openInstallation } from '#server/main.ts'
import { secretKeyOf } from '#server/secret-key.ts'
import { SOURCES } from '#server/sync/sources.ts'
import { connectSeller, type ConsentingSeller } from './connect-seller.ts'
import { APPLICATION, clockOf, PRETEND_SPEED, type SyncProcess } from './syncing-server.ts'

const { origin, clock, reachDays } = JSON.parse(process.env['TEST_SYNC']!) as SyncProcess
const amazon = {
  endpoints: sandboxEndpoints(origin),
  isSandbox: true,
  sellingPartner: APPLICATION,
  advertising: APPLICATION,
}
for (const { rhythm } of SOURCES)
  if (rhythm.kind === 'DAYS') rhythm.reachDays = Math.min(rhythm.reachDays, reachDays)
  else if (rhythm.kind === 'WEEKS') rhythm.reachWeeks = Math.ceil(reachDays / 7)
const config = configFrom(process.env)
const installation = await openInstallation(
  config,
  (message, error) => console.error(message, error ?? ''),
  async () => ({ ...amazon, amazonSpeed: PRETEND_SPEED }),
)
const { services } = installation
services.now = clockOf(clock)
const connections = {
  accounts: services.accounts,
  apps: openAmazonApps(amazon),
  seal: tokenSeal(await secretKeyOf(config.dataDir, config.secretKey)),
  now: () => services.now(),
}
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { companyId, seller } = JSON.parse(line) as { companyId: string; seller: ConsentingSeller }
    connectSeller(connections, companyId, seller, APPLICATION.redirectUris[0]!)
      .then(() => installation.syncs.begin(companyId))
      .then(
        () => process.stdout.write('connected\n'),
        (error: unknown) => process.stdout.write(`${String(error)}\n`),
      )
  })
  .on('close', () => process.exit())
const door = await FrontDoor.listen(config)
await installation.work()
door.open(installation.app)
process.stdout.write(`${door.address}\n`)
