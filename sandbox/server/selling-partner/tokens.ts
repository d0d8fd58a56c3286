/** Tokens for single paths whose answers may be about persons. */
import { z } from 'zod'
import { header, json, jsonOf, type Asked } from '../http.ts'
import type { World } from '../world.ts'
import { DENIED, invalidInput } from './errors.ts'
import type { Operation } from './operation.ts'

const BEGINNING = 'Atz.sprdt|'
const LASTS_SECONDS = 3600
const RESOURCES_MAX = 50

const Question = z.object({
  restrictedResources: z
    .array(z.object({ method: z.enum(['GET', 'PUT', 'POST', 'DELETE']), path: z.string().max(1000) }))
    .min(1)
    .max(RESOURCES_MAX),
})

/** What a restricted token holds. */
interface Restricted {
  accessToken: string
  resources: readonly { method: string; path: string }[]
  expiresAt: number
}

export const tokenOperations = (world: World): readonly Operation[] => [
  {
    name: 'createRestrictedDataToken',
    method: 'POST',
    path: /^\/tokens\/2021-03-01\/restrictedDataToken$/,
    rate: { perSecond: 1, burst: 10 },
    answer: ({ asked }) => {
      const parsed = Question.safeParse(jsonOf(asked))
      if (!parsed.success) throw invalidInput('restrictedResources: a list of methods and paths is needed.')
      const held: Restricted = {
        accessToken: header(asked, 'x-amz-access-token'),
        resources: parsed.data.restrictedResources,
        expiresAt: world.now().getTime() + LASTS_SECONDS * 1000,
      }
      const restrictedDataToken = `${BEGINNING}${world.seal.write('restricted', held)}`
      return json(200, { restrictedDataToken, expiresIn: LASTS_SECONDS })
    },
  },
]

/** The usual token behind a restricted one, which counts for its paths alone. @throws SellingPartnerError */
export function accessIn(
  world: World,
  token: string,
  { method, path }: Asked,
): { accessToken: string; isRestricted: boolean } {
  if (!token.startsWith(BEGINNING)) return { accessToken: token, isRestricted: false }
  const held = world.seal.read<Restricted>('restricted', token.slice(BEGINNING.length))
  const isOf = held?.resources.some((one) => one.method === method && one.path === path)
  if (!held || !isOf || held.expiresAt <= world.now().getTime()) throw DENIED
  return { accessToken: held.accessToken, isRestricted: true }
}
