/** The sandbox's first page: who sells here, and taking consents back as a seller would in Seller Central. */
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '#contract/connections.ts'
import { REGIONS, type Region } from '#contract/marketplaces.ts'
import type { Seller } from '../seller.ts'
import { formOf, isOfAnotherPage, type Answer, type Asked } from './http.ts'
import { errorPage, escaped, page } from './pages.ts'
import type { World } from './world.ts'

const PROVIDER_NAMES: Record<ConnectionProvider, string> = {
  SELLING_PARTNER: 'Selling Partner API',
  ADVERTISING: 'Advertising API',
}

/** @param revoke takes back what a seller has consented to, to every application */
export function homePage(
  asked: Asked,
  { sellers }: World,
  revoke: (given: { sellerId: string; provider: ConnectionProvider; region: Region }) => void,
): Answer {
  if (asked.method === 'GET' && asked.path === '/')
    return page(200, 'Sellers of the sandbox', [...sellers.values()].map(section).join('\n'))
  if (asked.method !== 'POST' || asked.path !== '/revoke')
    return errorPage(404, 'Nothing here', 'The sandbox has no such page.')
  if (isOfAnotherPage(asked)) return errorPage(403, 'Not from here', 'Another page may not do this.')
  const form = formOf(asked)
  const seller = sellers.get(form.get('seller') ?? '')
  const provider = CONNECTION_PROVIDERS.find((one) => one === form.get('provider'))
  const region = REGIONS.find((one) => one === form.get('region'))
  if (!seller || !provider || !region) return errorPage(400, 'Error 400', 'There is no such consent.')
  revoke({ sellerId: seller.id, provider, region })
  return page(
    200,
    'Revoked',
    `<p role="status">${escaped(seller.name)} no longer lets anybody use the ${PROVIDER_NAMES[provider]} in ${region}.</p>
<p><a href="/">All sellers</a></p>`,
  )
}

const section = (seller: Seller): string => `<section>
<h2>${escaped(seller.name)}</h2>
<p>${escaped(seller.about)}</p>
<ul>${seller.regions
  .flatMap(({ region, marketplaces }) =>
    CONNECTION_PROVIDERS.map(
      (provider) => `<li>
<span>${PROVIDER_NAMES[provider]}, ${region}: ${escaped(marketplaces.join(', '))}</span>
<form method="post" action="/revoke">
<input type="hidden" name="seller" value="${escaped(seller.id)}">
<input type="hidden" name="provider" value="${provider}">
<input type="hidden" name="region" value="${region}">
<button aria-label="Revoke ${PROVIDER_NAMES[provider]} of ${escaped(seller.name)} in ${region}">Revoke</button>
</form>
</li>`,
    ),
  )
  .join('\n')}</ul>
</section>`
