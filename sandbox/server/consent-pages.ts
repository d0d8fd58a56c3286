/** Where a seller consents: Seller Central for the Selling Partner API, Login with Amazon for the Advertising API. */
import type { ConnectionProvider } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { Seller } from '../seller.ts'
import { errorPage, escaped, page } from './pages.ts'
import { formOf, isOfAnotherPage, type Answer, type Asked } from './http.ts'
import type { SandboxApplication, World } from './world.ts'

const SCOPE = 'advertising::campaign_management'
const REGION_NAMES: Record<Region, string> = {
  EUROPE: 'Europe',
  NORTH_AMERICA: 'North America',
  FAR_EAST: 'Far East',
}
/** Longer than anything that comes back could be. */
const STATE_LENGTH_MAX = 2_000

interface Ask {
  provider: ConnectionProvider
  application: SandboxApplication
  redirectUri: string
  state: string | null
  challenge: string | undefined
}

export function sellingPartnerConsent(asked: Asked, region: Region, world: World): Answer {
  if (asked.path !== '/apps/authorize/consent') return NOWHERE
  const { query } = asked
  const application = world.applications.find(
    ({ applicationId }) => applicationId !== undefined && applicationId === query.get('application_id'),
  )
  if (!application)
    return errorPage(400, 'MD1000', 'There is no application of this id that sellers can consent to.')
  if (application.isDraft && query.get('version') !== 'beta')
    return errorPage(400, 'MD1000', 'This application is a draft: the address needs version=beta.')
  const redirectUri = query.get('redirect_uri') ?? application.redirectUris[0]
  if (redirectUri === undefined || !application.redirectUris.includes(redirectUri))
    return errorPage(
      400,
      'MD5101',
      'The redirect_uri is not one of those that are registered for this application.',
    )
  return consent(
    asked,
    {
      provider: 'SELLING_PARTNER',
      application,
      redirectUri,
      state: query.get('state'),
      challenge: undefined,
    },
    region,
    world,
  )
}

export function advertisingConsent(asked: Asked, region: Region, world: World): Answer {
  if (asked.path !== '/ap/oa') return NOWHERE
  const { query } = asked
  const application = world.applications.find(({ clientId }) => clientId === query.get('client_id'))
  if (!application) return errorPage(400, 'Error 400', 'Unknown client_id.')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!application.redirectUris.includes(redirectUri))
    return errorPage(
      400,
      'Error 400',
      'The redirect URI you provided has not been whitelisted for your application.',
    )
  if (query.get('response_type') !== 'code')
    return errorPage(400, 'Error 400', 'The response_type has to be "code".')
  const back = (error: string, description: string) =>
    redirect(redirectUri, { error, error_description: description, state: query.get('state') })
  if (query.get('scope') !== SCOPE) return back('invalid_scope', 'An unknown scope was requested')
  const method = query.get('code_challenge_method')
  if (method !== null && method !== 'S256')
    return back('invalid_request', 'The code_challenge_method has to be S256')
  return consent(
    asked,
    {
      provider: 'ADVERTISING',
      application,
      redirectUri,
      state: query.get('state'),
      challenge: query.get('code_challenge') ?? undefined,
    },
    region,
    world,
  )
}

const NOWHERE = errorPage(404, 'Nothing here', 'The sandbox has no such page.')

function consent(asked: Asked, ask: Ask, region: Region, world: World): Answer {
  if ((ask.state?.length ?? 0) > STATE_LENGTH_MAX)
    return errorPage(400, 'Error 400', 'The state is too long.')
  const sellers = [...world.sellers.values()].filter((seller) => hasAccount(seller, ask.provider, region))
  if (asked.method === 'GET') return question(asked, ask, sellers, region)
  if (asked.method !== 'POST') return errorPage(405, 'Error 405', 'Open this page, or send its form.')
  // Nobody else's page may consent for whoever looks at it.
  if (isOfAnotherPage(asked))
    return errorPage(403, 'Not from here', 'The answer has to come from the page that asks.')
  const form = formOf(asked)
  if (form.get('decision') !== 'approve') return denied(ask)
  const seller = sellers.find(({ id }) => id === form.get('seller'))
  return seller
    ? approved(ask, seller, region, world)
    : errorPage(400, 'No account', 'Go back and choose one of the accounts.')
}

/** Whoever sells in a region may advertise there, be it that they have no profile yet. */
const hasAccount = (seller: Seller, provider: ConnectionProvider, region: Region): boolean =>
  seller.regions.some((one) => one.region === region) ||
  (provider === 'ADVERTISING' && seller.profiles.some((one) => one.region === region))

function denied({ redirectUri, state }: Ask): Answer {
  return redirect(redirectUri, {
    error: 'access_denied',
    error_description: 'The user has denied access',
    state,
  })
}

function approved(
  { provider, application, redirectUri, state, challenge }: Ask,
  seller: Seller,
  region: Region,
  world: World,
): Answer {
  const given = { clientId: application.clientId, provider, region, sellerId: seller.id }
  const code = world.consents.giveCode(given, redirectUri, challenge)
  if (provider === 'ADVERTISING') return redirect(redirectUri, { code, scope: SCOPE, state })
  const account = seller.regions.find((one) => one.region === region)
  return redirect(redirectUri, {
    state,
    selling_partner_id: account?.sellingPartnerId ?? null,
    spapi_oauth_code: code,
  })
}

function redirect(address: string, parameters: Record<string, string | null>): Answer {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value)
  return { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } }
}

function question(asked: Asked, ask: Ask, sellers: readonly Seller[], region: Region): Answer {
  const isAdvertising = ask.provider === 'ADVERTISING'
  const what = isAdvertising ? 'advertising account' : 'seller account'
  const choices = sellers.map(
    (seller, index) => `<label>
<input type="radio" name="seller" value="${escaped(seller.id)}" required${index === 0 ? ' checked' : ''}>
<strong>${escaped(seller.name)}</strong>
<span>${escaped(seller.about)}</span>
<span>${escaped(placesOf(seller, ask.provider, region).join(', ') || 'No profiles yet')}</span>
</label>`,
  )
  const form =
    sellers.length === 0
      ? `<p role="status">No seller of the sandbox has an account in this region.</p>
<form method="post"><div class="actions"><button name="decision" value="deny">Deny</button></div></form>`
      : `<form method="post">
<fieldset><legend>Account</legend>${choices.join('\n')}</fieldset>
<div class="actions">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`
  return page(
    200,
    `Share your ${what} in ${REGION_NAMES[region]}?`,
    `<p>An application asks ${escaped(asked.host)} to let it ${
      isAdvertising ? 'read your campaigns and reports' : 'read your reports, finances, stock and products'
    }. After your answer you are led back to <code>${escaped(new URL(ask.redirectUri).host)}</code>.</p>
${form}`,
  )
}

const placesOf = (seller: Seller, provider: ConnectionProvider, region: Region): readonly string[] =>
  provider === 'ADVERTISING'
    ? seller.profiles.filter((one) => one.region === region).map(({ marketplace }) => marketplace)
    : seller.regions.filter((one) => one.region === region).flatMap(({ marketplaces }) => marketplaces)
