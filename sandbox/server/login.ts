/** Login with Amazon: codes and refresh tokens against access tokens. */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Seller } from '../seller.ts'
import { ACCESS_SECONDS, type Tokens } from './consents.ts'
import { formOf, header, json, jsonOf, type Answer, type Asked } from './http.ts'
import type { SandboxApplication, World } from './world.ts'

const refused = (status: number, error: string, description: string): Answer =>
  json(status, { error, error_description: description, request_id: crypto.randomUUID() })

export const loginFailure = (status: 429 | 500): Answer =>
  status === 429
    ? refused(429, 'server_error', 'Too many requests')
    : refused(500, 'server_error', 'The server encountered an internal error')

const INVALID_GRANT: Answer = refused(
  400,
  'invalid_grant',
  'The request has an invalid grant parameter : code or refresh_token',
)

/** @param isFaulty whether an answer to this seller is to be an error of Amazon's own */
export function login(asked: Asked, world: World, isFaulty: (seller: Seller) => boolean): Answer {
  if (asked.path !== '/auth/o2/token' || asked.method !== 'POST')
    return refused(404, 'invalid_request', 'There is nothing here')
  const form = fieldsOf(asked)
  if (!form)
    return refused(400, 'invalid_request', 'The body has to be application/x-www-form-urlencoded or JSON')
  const application = applicationOf(asked, form, world)
  if (!application) return refused(401, 'invalid_client', 'Client authentication failed')
  const { clientId } = application
  const missing = (name: string) =>
    refused(400, 'invalid_request', `The request is missing a required parameter : ${name}`)

  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const code = form.get('code')
      if (!code) return missing('code')
      return given(
        world.consents.exchange({
          code,
          clientId,
          redirectUri: form.get('redirect_uri'),
          verifier: form.get('code_verifier'),
        }),
      )
    }
    case 'refresh_token': {
      const token = form.get('refresh_token')
      if (!token) return missing('refresh_token')
      const seller = world.sellers.get(world.consents.aboutWhom(token)?.sellerId ?? '')
      if (seller && isFaulty(seller)) return loginFailure(500)
      return given(world.consents.refresh(token, clientId))
    }
    case undefined:
      return missing('grant_type')
    default:
      return refused(
        400,
        'unsupported_grant_type',
        'The authorization grant type is not supported by the authorization server',
      )
  }
}

/** Amazon takes JSON as well as forms. */
function fieldsOf(asked: Asked): Map<string, string> | undefined {
  const type = header(asked, 'content-type')
  if (type.startsWith('application/x-www-form-urlencoded')) return formOf(asked)
  const fields = z.record(z.string(), z.string()).safeParse(jsonOf(asked))
  return type.startsWith('application/json') && fields.success
    ? new Map(Object.entries(fields.data))
    : undefined
}

const given = (tokens: Tokens | undefined): Answer =>
  tokens
    ? json(
        200,
        {
          access_token: tokens.accessToken,
          refresh_token: tokens.refreshToken,
          token_type: 'bearer',
          expires_in: ACCESS_SECONDS,
        },
        { 'cache-control': 'no-store' },
      )
    : INVALID_GRANT

/** Whoever names an application and knows its secret, in the form or as HTTP Basic. */
function applicationOf(
  asked: Asked,
  form: Map<string, string>,
  { applications }: World,
): SandboxApplication | undefined {
  const [, basic] = /^Basic (\S+)$/i.exec(header(asked, 'authorization')) ?? []
  const [basicId = '', basicSecret = ''] = basic ? Buffer.from(basic, 'base64').toString().split(':') : []
  const clientId = form.get('client_id') ?? basicId
  const clientSecret = form.get('client_secret') ?? basicSecret
  const application = applications.find((one) => one.clientId === clientId)
  return application && isSame(application.clientSecret, clientSecret) ? application : undefined
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
