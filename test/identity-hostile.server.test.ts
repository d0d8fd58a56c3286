import { createHmac, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { exportSPKI, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSeeded } from './support/identity-fuzz.ts'
import { GOOD_PASSWORD, startTestPool, type TestPool } from './support/identity.ts'
import { sdkClient, tokensFor, type SdkClient, type Tokens } from './support/identity-sdk.ts'

const EMAIL = 'target@example.com'
let pool: TestPool
let client: SdkClient
let tokens: Tokens

beforeAll(async () => {
  pool = await startTestPool()
  client = sdkClient(pool)
  await pool.member(EMAIL)
  tokens = await tokensFor(client, pool, EMAIL, GOOD_PASSWORD)
})
afterAll(async () => {
  client.destroy()
  // Nothing that was sent is a failure of ours.
  expect(pool.log).toEqual([])
  await pool[Symbol.asyncDispose]()
})

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as JWTPayload
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const answerTo = async (AccessToken: string) => (await pool.call('GetUser', { AccessToken })).body
const isTaken = async (token: string) =>
  (await answerTo(token)).__type === undefined || (await pool.identity.verifyAccess(token)) !== null

describe('tokens', () => {
  const kid = () =>
    (JSON.parse(Buffer.from(tokens.AccessToken.split('.')[0]!, 'base64url').toString()) as { kid: string })
      .kid

  test('the true one is taken', async () => {
    expect(await isTaken(tokens.AccessToken)).toBe(true)
  })

  test('altered, unsigned, cut and doubled ones are not', async () => {
    const [head, body, signature] = tokens.AccessToken.split('.') as [string, string, string]
    const other = base64({ ...claimsOf(tokens.AccessToken), sub: 'somebody-else' })
    const flipped = `${signature.slice(0, -4)}${signature.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA'}`
    for (const forged of [
      `${head}.${other}.${signature}`,
      `${head}.${body}.${flipped}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${base64({ alg: 'none' })}.${body}.`,
      `${base64({ alg: 'None', kid: kid() })}.${body}.${signature}`,
      `${base64({ alg: 'RS256', kid: kid(), crit: ['exp'] })}.${body}.${signature}`,
      `${base64({ alg: 'RS256', kid: kid(), b64: false, crit: ['b64'] })}.${body}.${signature}`,
      `${tokens.AccessToken}.${signature}`,
      `..`,
      `a.b.c`,
      '='.repeat(40),
    ]) {
      expect(await isTaken(forged), forged.slice(0, 60)).toBe(false)
    }
  })

  test('the public key is no secret to sign with', async () => {
    const { keys } = (await (await fetch(`${pool.endpoint}${pool.poolId}/.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[]
    }
    expect(keys.every((key) => Object.keys(key).sort().join() === 'alg,e,kid,kty,n,use')).toBe(true)
    const pem = await exportSPKI(
      (await importJWK(keys[0]!, 'RS256', { extractable: true })) as Parameters<typeof exportSPKI>[0],
    )
    for (const secret of [pem, pem.trim(), JSON.stringify(keys[0])]) {
      const signed = `${base64({ alg: 'HS256', kid: kid() })}.${tokens.AccessToken.split('.')[1]}`
      const mac = createHmac('sha256', secret).update(signed).digest('base64url')
      expect(await isTaken(`${signed}.${mac}`)).toBe(false)
    }
  })

  test("a stranger's key is not fetched, wherever the header says it lies", async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: kid() }
    for (const header of [
      { kid: kid() },
      { kid: 'unknown' },
      { kid: '../../../../etc/passwd' },
      { kid: kid(), jwk },
      { kid: kid(), jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/cert' },
    ]) {
      const forged = await new SignJWT(claimsOf(tokens.AccessToken))
        .setProtectedHeader({ alg: 'RS256', ...header } as never)
        .sign(privateKey)
      expect(await isTaken(forged), JSON.stringify(header).slice(0, 60)).toBe(false)
    }
  })

  test('other kinds of token, other clients and other pools are not taken', async () => {
    expect(await isTaken(tokens.IdToken)).toBe(false)
    expect(await isTaken(tokens.RefreshToken)).toBe(false)
    const access = (await pool.identity.verifyAccess(tokens.AccessToken))!
    expect(await pool.identity.verifyId(tokens.AccessToken, access)).toBeNull()
    expect(await pool.identity.verifyId(tokens.IdToken, { ...access, subject: 'other' })).toBeNull()
    expect(await pool.identity.verifyId(tokens.IdToken, access)).toMatchObject({ email: EMAIL })
    await using other = await startTestPool()
    expect(await other.identity.verifyAccess(tokens.AccessToken)).toBeNull()
  })

  test('a new key is published before it signs, and the old one goes on until its tokens are gone', async () => {
    const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
    const published = async () =>
      (
        (await (await fetch(`${pool.endpoint}${pool.poolId}/.well-known/jwks.json`)).json()) as {
          keys: unknown[]
        }
      ).keys.length
    await pool.identity.rotateSigningKey()
    expect(await published()).toBe(2)
    const before = await tokensFor(client, pool, EMAIL, GOOD_PASSWORD)
    expect(kidOf(before.AccessToken)).toBe(kid())
    pool.pass(3599)
    const last = await tokensFor(client, pool, EMAIL, GOOD_PASSWORD)
    pool.pass(2)
    const after = await tokensFor(client, pool, EMAIL, GOOD_PASSWORD)
    expect(kidOf(after.AccessToken)).not.toBe(kid())
    expect(await isTaken(last.AccessToken)).toBe(true)
    expect(await isTaken(after.AccessToken)).toBe(true)
    expect(await isTaken(before.AccessToken)).toBe(false)
    pool.pass(3 * 3600)
    await pool.identity.rotateSigningKey()
    expect(await published()).toBe(2)
  })
})

describe('requests', () => {
  const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(pool.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
        ...headers,
      },
      body: new Uint8Array(Buffer.from(body)),
    })
    return { status: response.status, ...((await response.json()) as { __type: string }) }
  }
  const signUp = (more: object) => ({
    ClientId: pool.clientId,
    Username: 'new@example.com',
    Password: GOOD_PASSWORD,
    ...more,
  })

  test.each<[string, () => string | Buffer, string]>([
    ['no JSON', () => 'hello', 'SerializationException'],
    ['nothing', () => '', 'SerializationException'],
    ['a list', () => '[]', 'SerializationException'],
    ['a number', () => '42', 'SerializationException'],
    ['null', () => 'null', 'SerializationException'],
    [
      'bytes that are no UTF-8',
      () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      'SerializationException',
    ],
    ['a mark of byte order', () => `\uFEFF${JSON.stringify(signUp({}))}`, 'SerializationException'],
    ['a name twice', () => '{"ClientId":"a","ClientId":"b"}', 'SerializationException'],
    [
      'a name twice, written differently',
      () => '{"ClientId":"a","Client\\u0049d":"b"}',
      'SerializationException',
    ],
    [
      'a name twice, deep',
      () => '{"UserAttributes":[{"Name":"email","Name":"sub"}]}',
      'SerializationException',
    ],
    ['__proto__', () => '{"__proto__":{"ClientId":"a"}}', 'SerializationException'],
    ['constructor', () => '{"constructor":{"prototype":{"x":1}}}', 'InvalidParameterException'],
    ['NUL', () => JSON.stringify(signUp({ Username: 'a\0b@example.com' })), 'SerializationException'],
    [
      'half of a letter',
      () => '{"ClientId":"a","Username":"\\ud800@example.com","Password":"x"}',
      'SerializationException',
    ],
    ['depth', () => `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'InvalidParameterException'],
    [
      'a megabyte of password',
      () => JSON.stringify(signUp({ Password: 'Aa1!'.repeat(262_144) })),
      'SerializationException',
    ],
    [
      '300 letters of password',
      () => JSON.stringify(signUp({ Password: 'Aa1!'.repeat(75) })),
      'InvalidParameterException',
    ],
    ['another client', () => JSON.stringify(signUp({ ClientId: 'other' })), 'ResourceNotFoundException'],
    [
      'an attribute that decides',
      () => JSON.stringify(signUp({ UserAttributes: [{ Name: 'email_verified', Value: 'true' }] })),
      'NotAuthorizedException',
    ],
    [
      'another address than the name',
      () => JSON.stringify(signUp({ UserAttributes: [{ Name: 'email', Value: 'b@example.com' }] })),
      'InvalidParameterException',
    ],
    [
      'an address with an end of line',
      () => JSON.stringify(signUp({ Username: 'a@example.com\r\nBcc: b@example.com' })),
      'InvalidParameterException',
    ],
    [
      'two addresses',
      () => JSON.stringify(signUp({ Username: 'a@example.com,b@example.com' })),
      'InvalidParameterException',
    ],
    [
      'a name for the address',
      () => JSON.stringify(signUp({ Username: '"x" <a@example.com>' })),
      'InvalidParameterException',
    ],
  ])('%s', async (_, body, type) => {
    const mails = pool.mails.length
    const answer = await send(body())
    expect(answer.status).toBe(400)
    expect(answer.__type).toBe(type)
    expect(pool.mails).toHaveLength(mails)
  })

  test('what pages of other sites can send without asking is not read', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect((await send(JSON.stringify(signUp({})), { 'content-type': type })).__type).toBe(
        'SerializationException',
      )
    }
    const asked = await fetch(pool.endpoint, {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
    })
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('targets that name nothing', async () => {
    for (const target of [
      '',
      'SignUp',
      'AWSCognitoIdentityProviderService.',
      'AWSCognitoIdentityProviderService.constructor',
      'AWSCognitoIdentityProviderService.__proto__',
      'AWSCognitoIdentityProviderService.AdminCreateUser',
      'AWSCognitoIdentityProviderService.ListUsers',
      'AWSCognitoIdentityProviderService.SignUp, AWSCognitoIdentityProviderService.GetUser',
      'Other.SignUp',
    ]) {
      expect((await send('{}', { 'x-amz-target': target })).__type, target).toBe('UnknownOperationException')
    }
  })

  test('two lengths, or a length beside chunks, are not two requests', async () => {
    const { hostname, port } = new URL(pool.endpoint)
    const raw = (head: string, body: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname)
        let text = ''
        socket.on('data', (data) => (text += data.toString()))
        socket.on('close', () => resolve(text))
        socket.on('error', () => resolve(text))
        socket.setTimeout(60_000, () => socket.destroy())
        socket.write(`POST /identity/ HTTP/1.1\r\nHost: ${hostname}\r\n${head}\r\n\r\n${body}`)
      })
    for (const head of [
      'Content-Length: 2\r\nContent-Length: 40',
      'Content-Length: 2\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
    ]) {
      expect((await raw(`Connection: close\r\n${head}`, '{}')).match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 400',
      ])
    }
  })

  test('letters of all the world in an address', async () => {
    const signedUp = await pool.call('SignUp', signUp({ Username: ' Jürgen+Ünit@Bücher.example ' }))
    expect(signedUp.body).toMatchObject({
      UserConfirmed: false,
      CodeDeliveryDetails: { Destination: 'j***@b***' },
    })
    expect((await pool.call('SignUp', signUp({ Username: 'JÜRGEN+ÜNIT@bücher.example' }))).body.__type).toBe(
      'UsernameExistsException',
    )
    expect((await pool.mailTo('jürgen+ünit@bücher.example')).code).toMatch(/^\d{6}$/)
    // A letter that only looks the same is another one.
    expect((await pool.call('SignUp', signUp({ Username: 'jürgen+unit@bücher.example' }))).status).toBe(200)
  })

  test('of many sign-ups of one address at once one wins, and nothing is half made', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => pool.call('SignUp', signUp({ Username: 'race@example.com' }))),
    )
    const won = outcomes.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(outcomes.filter(({ body }) => body.__type === 'UsernameExistsException')).toHaveLength(19)
    const { code } = await pool.mailTo('race@example.com')
    expect(pool.mails.filter(({ to }) => to === 'race@example.com')).toHaveLength(1)
    const confirmed = await pool.call('ConfirmSignUp', {
      ClientId: pool.clientId,
      Username: 'race@example.com',
      ConfirmationCode: code,
    })
    expect(confirmed.body).toEqual({})
    const { rows } = (await pool.accounts.db.execute(
      sql`select (select count(*) from identity.users where email = 'race@example.com')::int as users,
        (select count(*) from identity.codes c where not exists (select 1 from identity.users u where u.id = c.subject))::int as orphans`,
    )) as unknown as { rows: { users: number; orphans: number }[] }
    expect(rows[0]).toEqual({ users: 1, orphans: 0 })
  })

  test('of many refreshes with one token at once none is lost', async () => {
    const refreshes = await Promise.all(
      Array.from({ length: 10 }, () =>
        pool.call('GetTokensFromRefreshToken', {
          ClientId: pool.clientId,
          RefreshToken: tokens.RefreshToken,
        }),
      ),
    )
    expect(new Set(refreshes.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a recorded proof does not sign in a second time', async () => {
    const recorder = sdkClient(pool)
    const sent: object[] = []
    recorder.middlewareStack.add(
      (next) => (args) => {
        sent.push(args.input)
        return next(args)
      },
      { step: 'initialize' },
    )
    await tokensFor(recorder, pool, EMAIL, GOOD_PASSWORD)
    recorder.destroy()
    expect((await pool.call('RespondToAuthChallenge', sent.at(-1))).body.message).toBe(
      'Incorrect username or password.',
    )
  })

  test('a forged, cut or foreign secret block is a wrong password', async () => {
    const first = await pool.call('InitiateAuth', {
      ClientId: pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: EMAIL, SRP_A: 'abcdef' },
    })
    const { SECRET_BLOCK, USER_ID_FOR_SRP } = first.body['ChallengeParameters'] as Record<string, string>
    const bytes = Buffer.from(SECRET_BLOCK!, 'base64')
    bytes[40]! ^= 1
    for (const block of [
      bytes.toString('base64'),
      SECRET_BLOCK!.slice(0, 40),
      'AAAA',
      randomBytes(900).toString('base64'),
    ]) {
      const { body } = await pool.call('RespondToAuthChallenge', {
        ClientId: pool.clientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: USER_ID_FOR_SRP,
          PASSWORD_CLAIM_SECRET_BLOCK: block,
          PASSWORD_CLAIM_SIGNATURE: randomBytes(32).toString('base64'),
          TIMESTAMP: 'Fri Nov 6 09:03:07 UTC 2026',
        },
      })
      expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Incorrect username or password.' })
    }
    for (const SRP_A of ['0', '00', 'zz', '-5', '']) {
      const { body } = await pool.call('InitiateAuth', {
        ClientId: pool.clientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: EMAIL, SRP_A },
      })
      expect(body.__type).toBe('InvalidParameterException')
    }
    for (const AuthFlow of ['USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'ADMIN_NO_SRP_AUTH', 'nonsense']) {
      const { body } = await pool.call('InitiateAuth', {
        ClientId: pool.clientId,
        AuthFlow,
        AuthParameters: { USERNAME: EMAIL, PASSWORD: GOOD_PASSWORD },
      })
      expect(body.__type).toBe('InvalidParameterException')
    }
  })

  test('two thousand requests at random: refusals, never a failure', async () => {
    const requests = startSeeded(pool, tokens)
    const failures: string[] = []
    for (let batch = 0; batch < 100; batch++) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { target, body, type } = requests.next()
          const response = await fetch(pool.endpoint, {
            method: 'POST',
            headers: { 'content-type': type, 'x-amz-target': target },
            body,
          })
          const text = await response.text()
          const isAnswer = response.status === 200 || response.status === 400
          if (!isAnswer || typeof JSON.parse(text) !== 'object') {
            failures.push(`${target} ${body.slice(0, 300)} → ${response.status} ${text.slice(0, 200)}`)
          }
        }),
      )
    }
    expect(failures).toEqual([])
  })
})
