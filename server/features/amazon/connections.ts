import { z } from 'zod'
import {
  BeginConnection,
  DisconnectInput,
  ProfilesInput,
  SelectProfiles,
  VerifyTokens,
  type AdvertisingProfiles,
  type AdvertisingStatus,
  type ConnectionBegun,
  type ConnectionProvider,
  type Connections,
} from '#contract/connections.ts'
import { CompanyId } from '#contract/fields.ts'
import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { mayDo, ROLES } from '#contract/roles.ts'
import { accessTo, userOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import {
  deleteConnection,
  listConnections,
  listProfiles,
  listSellerAccounts,
  selectProfiles,
} from '#server/accounts/index.ts'
import { beginConnecting, finishConnecting } from '#server/connections/connecting.ts'
import { AppError } from '#server/errors.ts'
import { progressOf } from '#server/sync/progress.ts'
import { companyProcedure, companyProcedureFor, userProcedure } from '#server/trpc.ts'
import { connectionCards, connectionOf, regionStatus } from './connection-cards.ts'

const CONNECTORS = ROLES.filter((role) => mayDo(role, 'connectAmazon')).join(', ')

/** For somebody who connects a company; before there is one, for whoever has signed in. */
const beginProcedure = userProcedure
  .meta({ callers: `people who have signed in; for a company: ${CONNECTORS}` })
  .input(z.object({ companyId: CompanyId.optional() }))
  .use(async ({ ctx, input, next }) => {
    if (input.companyId !== undefined)
      await accessTo(ctx.services.accounts, ctx.caller, input.companyId, 'connectAmazon')
    return next()
  })
  .input(BeginConnection)

const connectProcedure = companyProcedureFor('connectAmazon')

const begin = (provider: ConnectionProvider) =>
  beginProcedure.mutation(
    ({ ctx, input: { region, redirectUrl, companyId, marketplace } }): Promise<ConnectionBegun> =>
      beginConnecting(ctx.connections, ctx.user, {
        provider,
        region,
        redirectUrl,
        companyId,
        marketplace,
        origin: ctx.origin,
      }),
  )

const verify = (provider: ConnectionProvider) =>
  connectProcedure.input(VerifyTokens).mutation(async ({ ctx, input: { ref, state } }): Promise<void> => {
    await finishConnecting(ctx.connections, userOf(ctx.caller), ctx.company, {
      provider,
      ref,
      browserState: state,
      origin: ctx.origin,
    })
    await ctx.syncs.begin(ctx.company.id)
  })

export const connectionProcedures = {
  generateSPOAuthStateParameter: begin('SELLING_PARTNER'),
  generateAdsOAuthStateParameter: begin('ADVERTISING'),

  /** Ends the way to Amazon and back: the company is connected, or it is said why not. */
  verifySPTokens: verify('SELLING_PARTNER'),
  verifyAdsTokens: verify('ADVERTISING'),

  getConnections: companyProcedure.query(async ({ ctx }): Promise<Connections> => {
    const { accounts } = ctx.services
    const [connections, sellers, sources] = await Promise.all([
      listConnections(accounts, ctx.company),
      listSellerAccounts(accounts, ctx.company),
      progressOf(ctx.services, ctx.company),
    ])
    return {
      available: ctx.connections.apps.available,
      isSandbox: ctx.connections.apps.isSandbox,
      cards: connectionCards(connections, {
        storeNames: new Map(sellers.map(({ id, name }) => [id, name])),
        sources,
        now: ctx.services.now(),
      }),
    }
  }),

  /** Forgets a consent. What was imported through it stays. */
  disconnect: connectProcedure
    .input(DisconnectInput)
    .mutation(async ({ ctx, input: { provider, region } }): Promise<void> => {
      if (!(await deleteConnection(ctx.services.accounts, ctx.company, provider, region)))
        throw new AppError('CONNECTION_UNKNOWN')
      await audit(ctx, 'connection.disconnect', { provider, region })
    }),

  getAmazonAdsOnboardingStatus: companyProcedure.query(async ({ ctx }): Promise<AdvertisingStatus> => {
    const connections = await listConnections(ctx.services.accounts, ctx.company)
    const statusOf = (region: Region) =>
      [region, regionStatus(connectionOf(connections, 'ADVERTISING', region), ctx.services.now())] as const
    return Object.fromEntries(REGIONS.map(statusOf)) as AdvertisingStatus
  }),

  /** Where somebody has consented and not yet said whose advertising it is about, or not since there are new profiles. */
  getRegionsRequiringAdsProfileSelection: companyProcedure.query(
    async ({ ctx }): Promise<{ regions: Region[] }> => {
      const profiles = await listProfiles(ctx.services.accounts, ctx.company)
      const isWanting = (region: Region) => {
        const ofRegion = profiles.filter((one) => one.region === region)
        return (
          ofRegion.some(({ isNew }) => isNew) ||
          (ofRegion.length > 0 && !ofRegion.some(({ isSelected }) => isSelected))
        )
      }
      return { regions: REGIONS.filter(isWanting) }
    },
  ),

  getAdsSelectedProfiles: companyProcedure
    .input(ProfilesInput)
    .query(async ({ ctx, input: { apiRegion } }): Promise<AdvertisingProfiles> => {
      const profiles = await listProfiles(ctx.services.accounts, ctx.company)
      return {
        profiles: profiles
          .filter(({ region }) => region === apiRegion)
          .map(({ name, isSelected, marketplace, currency }) => ({
            name,
            isSelected,
            marketplace,
            currency,
          })),
      }
    }),

  specifyAdsSelectedProfiles: connectProcedure
    .input(SelectProfiles)
    .mutation(async ({ ctx, input: { apiRegion, selectedProfileNames } }): Promise<void> => {
      const refused = await selectProfiles(
        ctx.services.accounts,
        ctx.company,
        apiRegion,
        selectedProfileNames,
      )
      if (refused)
        throw new AppError(refused === 'UNKNOWN' ? 'PROFILE_UNKNOWN' : 'PROFILES_OF_ONE_MARKETPLACE')
      await audit(ctx, 'connection.selectProfiles', {
        region: apiRegion,
        profiles: selectedProfileNames.length,
      })
      await ctx.syncs.begin(ctx.company.id)
    }),
}
