import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { openChallenge, spend, waitingFor, type Awaited, type Waiting } from '../challenges.ts'
import { makeCode, useCode } from '../codes.ts'
import { clear, clearAll, countWithin, mark, marksOf, takeTry } from '../counters.ts'
import { findDevice, isRemembered, touchDevice, type Device } from '../devices.ts'
import { invalidParameter, refuse } from '../errors.ts'
import { networkOf } from '../address-limits.ts'
import { isKnownNetwork, rememberNetwork } from '../networks.ts'
import { field, operation } from '../operation.ts'
import { spentBlocks, users } from '../schema.ts'
import { sameBytes, sameText } from '../secrets.ts'
import { poolNameOf, type Caller, type Service } from '../service.ts'
import { beginSignIn, dropWaiting, refreshSignIn, type TokenAnswer } from '../sign-ins.ts'
import {
  clientPublicFrom,
  hexOf,
  makeEphemeral,
  numberOf,
  proof,
  sessionKey,
  type Prover,
  type Verifier,
} from '../srp.ts'
import { stepOf, takeStep } from '../totp.ts'
import {
  factorsOf,
  findUser,
  findVerifier,
  foldedName,
  isPasswordOf,
  openVerifier,
  sealedPassword,
  shadowVerifier,
  subjectOf,
  verifierOf,
  type User,
} from '../users.ts'

/** Between the first step and the proof: a client answers within seconds. */
const BLOCK_SECONDS = 60
/** Wrong passwords from one network before it gets slow, and from all networks that are not the owner's. */
const FREE_TRIES = 5
const FREE_TRIES_OF_ALL = 20
const FAILURES_PER_DAY_MAX = 100
const DAY_SECONDS = 86_400
/** Of all networks but the owner's. */
const HARD_LOCK = 'locked until reset'

interface ChallengeAnswer {
  ChallengeName: string
  ChallengeParameters: Record<string, string>
  Session?: string
}
type Answer =
  ChallengeAnswer | { AuthenticationResult: TokenAnswer; ChallengeParameters: Record<string, never> }

const required = (parameters: Map<string, string>, name: string): string => {
  const value = parameters.get(name)
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

export const initiateAuth = operation({
  input: z.object({
    ClientId: field.clientId,
    AuthFlow: z.string().max(64),
    AuthParameters: field.parameters,
  }),
  async run(service, { AuthFlow, AuthParameters }, caller): Promise<Answer> {
    switch (AuthFlow) {
      case 'USER_SRP_AUTH':
        await service.limits.take('firstStep', caller.address)
        return firstStep(service, AuthParameters)
      case 'REFRESH_TOKEN':
      case 'REFRESH_TOKEN_AUTH':
        return {
          AuthenticationResult: await refreshSignIn(
            service,
            required(AuthParameters, 'REFRESH_TOKEN'),
            AuthParameters.get('DEVICE_KEY'),
            caller,
          ),
          ChallengeParameters: {},
        }
      case 'USER_PASSWORD_AUTH':
      case 'CUSTOM_AUTH':
      case 'USER_AUTH':
      case 'ADMIN_NO_SRP_AUTH':
      case 'ADMIN_USER_PASSWORD_AUTH':
        throw invalidParameter(`${AuthFlow} flow not enabled for this client`)
      default:
        throw invalidParameter('Unknown auth flow')
    }
  },
})

export const respondToAuthChallenge = operation({
  limit: 'answer',
  input: z.object({
    ClientId: field.clientId,
    ChallengeName: z.string().max(64),
    Session: field.session.nullish().transform((session) => session ?? undefined),
    ChallengeResponses: field.parameters,
  }),
  run(service, { ChallengeName, Session, ChallengeResponses: responses }, caller): Promise<Answer> {
    const step = STEPS.get(ChallengeName)
    if (!step) throw invalidParameter(`Challenge ${ChallengeName.slice(0, 40)} is not offered`)
    return step(service, Session, responses, caller)
  },
})

type Step = (
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
) => Promise<Answer>

const STEPS = new Map<string, Step>([
  ['PASSWORD_VERIFIER', passwordProof],
  ['DEVICE_SRP_AUTH', deviceFirstStep],
  ['DEVICE_PASSWORD_VERIFIER', deviceProof],
  ['SOFTWARE_TOKEN_MFA', totpAnswer],
  ['SMS_MFA', smsAnswer],
  ['SELECT_MFA_TYPE', factorChoice],
  ['NEW_PASSWORD_REQUIRED', newPassword],
  ['MFA_SETUP', setupDone],
])

// The first step

/** Everything that the proof is checked with travels in the block, encrypted: a flood of first steps leaves nothing. */
interface Block {
  purpose: 'user' | 'device'
  subject: string
  isReal: boolean
  clientPublic: bigint
  ephemeral: { secret: Buffer; public: bigint }
  expiresAt: number
}

function sealBlock(service: Service, block: Block): string {
  const { purpose, subject, isReal, clientPublic, ephemeral, expiresAt } = block
  const plain = JSON.stringify([
    purpose,
    subject,
    isReal,
    hexOf(clientPublic),
    ephemeral.secret.toString('base64'),
    hexOf(ephemeral.public),
    expiresAt,
    service.clientId,
  ])
  return service.secrets.sealForClient(Buffer.from(plain)).toString('base64')
}

function openBlock(service: Service, bytes: Buffer): Block | undefined {
  const plain = service.secrets.openFromClient(bytes)
  if (!plain) return undefined
  const [purpose, subject, isReal, clientPublic, secret, serverPublic, expiresAt, clientId] = JSON.parse(
    plain.toString(),
  ) as ['user' | 'device', string, boolean, string, string, string, number, string]
  if (clientId !== service.clientId || expiresAt <= service.now().getTime()) return undefined
  return {
    purpose,
    subject,
    isReal,
    clientPublic: numberOf(
      Buffer.from(clientPublic.padStart(clientPublic.length + (clientPublic.length % 2), '0'), 'hex'),
    ),
    ephemeral: { secret: Buffer.from(secret, 'base64'), public: BigInt(`0x${serverPublic}`) },
    expiresAt,
  }
}

async function firstStep(service: Service, parameters: Map<string, string>): Promise<ChallengeAnswer> {
  const name = required(parameters, 'USERNAME')
  const clientPublic = clientPublicFrom(required(parameters, 'SRP_A'))
  if (name.length > 128) throw invalidParameter('USERNAME is too long')
  if (clientPublic === undefined) throw invalidParameter('SRP_A is not a number that can be used')
  const user = await findVerifier(service.db, name)
  if (!user && !service.config.maskUnknownUsers) throw refuse.userUnknown()
  const subject = subjectOf(service, user, name)
  const { salt, verifier } = user
    ? verifierOf(service.secrets, user)
    : shadowVerifier(service.secrets, subject)
  const ephemeral = makeEphemeral(verifier)
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: hexOf(salt),
      SRP_B: hexOf(ephemeral.public),
      SECRET_BLOCK: sealBlock(service, {
        purpose: 'user',
        subject,
        isReal: user !== undefined,
        clientPublic,
        ephemeral,
        expiresAt: service.now().getTime() + BLOCK_SECONDS * 1000,
      }),
      USERNAME: subject,
      USER_ID_FOR_SRP: subject,
    },
  }
}

// Proofs

/** As clients write the time into a proof: `Fri Nov 6 09:03:07 UTC 2026`. */
const TIMESTAMP =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([1-9]|[12]\d|3[01]) ([01]\d|2[0-3])(:[0-5]\d){2} UTC \d{4}$/

interface ProofFields {
  block: Block
  blockBytes: Buffer
  signature: Buffer
  timestamp: string
}

function proofFields(
  service: Service,
  responses: Map<string, string>,
  purpose: Block['purpose'],
): ProofFields {
  const blockText = required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK')
  const signature = Buffer.from(required(responses, 'PASSWORD_CLAIM_SIGNATURE'), 'base64')
  const timestamp = required(responses, 'TIMESTAMP')
  if (!TIMESTAMP.test(timestamp))
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.')
  const blockBytes = Buffer.from(blockText, 'base64')
  const block = openBlock(service, blockBytes)
  if (!block || block.purpose !== purpose) throw refuse.badPassword()
  return { block, blockBytes, signature, timestamp }
}

function isProofRight(
  { block, blockBytes, signature, timestamp }: ProofFields,
  prover: Prover,
  { verifier }: Verifier,
) {
  const key = sessionKey(block.clientPublic, block.ephemeral, verifier)
  return key !== undefined && sameBytes(proof(key, prover, blockBytes, timestamp), signature)
}

/** Of several tries with one block, one counts. */
async function spendBlock(service: Service, { block, blockBytes }: ProofFields): Promise<boolean> {
  const spent = await service.db
    .insert(spentBlocks)
    .values({
      hash: createHash('sha256').update(blockBytes).digest('base64url'),
      expiresAt: new Date(block.expiresAt),
    })
    .onConflictDoNothing()
    .returning({ hash: spentBlocks.hash })
  return spent.length === 1
}

async function passwordProof(
  service: Service,
  _session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
): Promise<Answer> {
  const { db } = service
  const name = foldedName(required(responses, 'USERNAME'))
  const fields = proofFields(service, responses, 'user')
  const { subject, isReal } = fields.block
  const user = await findUser(db, subject)
  // Clients name the user by id or by address; both must be the block's.
  if (name !== subject && name !== user?.email && subjectOf(service, undefined, name) !== subject) {
    throw refuse.badPassword()
  }
  const deviceKey = responses.get('DEVICE_KEY')
  const device = deviceKey === undefined || !user ? undefined : await findDevice(db, user.id, deviceKey)
  const remembered = isRemembered(service, device) ? device : undefined
  const isOwners = remembered !== undefined || (await isKnownNetwork(service, db, subject, caller))
  const tries = await takePasswordTry(service, subject, { device: remembered, isOwners }, caller)

  const verifier = user ? verifierOf(service.secrets, user) : shadowVerifier(service.secrets, subject)
  const isRight =
    isProofRight(fields, { group: poolNameOf(service), id: subject }, verifier) &&
    user !== undefined &&
    isReal
  if (!isRight) {
    await spendBlock(service, fields)
    await countFailure(service, subject, { user, isOwners }, caller)
    throw refuse.badPassword()
  }
  // The client drops the device and sends the very same proof again, so this must not use the block up.
  if (deviceKey !== undefined && !device) {
    await clear(db, subject, tries)
    throw refuse.deviceUnknown()
  }
  if (!(await spendBlock(service, fields))) throw refuse.badPassword()
  await clear(db, subject, tries)
  if (user.status === 'UNCONFIRMED') throw refuse.notConfirmed()
  if (user.status === 'RESET_REQUIRED') throw refuse.resetRequired()
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    if (user.oneTimeUntil !== null && user.oneTimeUntil <= service.now())
      throw refuse.oneTimePasswordExpired()
    return {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.id,
        requiredAttributes: '[]',
        userAttributes: JSON.stringify({ email: user.email, ...(user.name !== null && { name: user.name }) }),
      },
      Session: await openChallenge(service, user, 'NEW_PASSWORD_REQUIRED'),
    }
  }
  return nextStep(service, user, device, caller)
}

/** Refuses while the account is locked; else gives the counters that a right proof clears. */
async function takePasswordTry(
  service: Service,
  subject: string,
  { device, isOwners }: { device: Device | undefined; isOwners: boolean },
  caller: Caller,
): Promise<string[]> {
  const { db } = service
  const now = service.now()
  // The owner's networks and devices have series of their own: strangers elsewhere can't lock them.
  const own = device ? `password by device ${device.key}` : `password from ${networkOf(caller.address)}`
  const locks = await marksOf(db, subject, [HARD_LOCK, 'password'])
  if (!isOwners && locks.some(({ kind }) => kind === HARD_LOCK)) throw refuse.securityReasons()
  const isSharedLocked = locks.some(({ lockedUntil }) => lockedUntil !== null && lockedUntil > now)
  const allowed =
    (isOwners || !isSharedLocked) &&
    (await takeTry(db, { subject, kind: own, free: FREE_TRIES, now })) &&
    (isOwners || (await takeTry(db, { subject, kind: 'password', free: FREE_TRIES_OF_ALL, now })))
  if (!allowed) {
    // Names that nobody has are locked as well, and not written down.
    const owner = await findVerifier(db, subject)
    service.audit(
      { event: 'signIn.locked', subject: owner ? subject : null, details: { factor: 'password' } },
      caller,
    )
    throw refuse.passwordLocked()
  }
  return isOwners ? [own] : [own, 'password']
}

async function countFailure(
  service: Service,
  subject: string,
  { user, isOwners }: { user: User | undefined; isOwners: boolean },
  caller: Caller,
): Promise<void> {
  const now = service.now()
  const few =
    isOwners ||
    (await countWithin(service.db, {
      subject,
      kind: 'failures/d',
      max: FAILURES_PER_DAY_MAX - 1,
      seconds: DAY_SECONDS,
      now,
    }))
  if (!few) {
    await mark(service.db, subject, HARD_LOCK, now)
    const details = { factor: 'password', untilReset: true }
    service.audit({ event: 'signIn.locked', subject: user?.id ?? null, details }, caller)
  }
  service.audit(
    { event: 'signIn.refused', subject: user?.id ?? null, details: { factor: 'password' } },
    caller,
  )
}

/** Forgets what was counted against an account, after its password was reset by its owner. */
export const forgiveFailures = (service: Service, subject: string): Promise<void> =>
  clearAll(service.db, subject, [HARD_LOCK, 'password', 'failures'])

// After the password

async function nextStep(
  service: Service,
  user: User,
  device: Device | undefined,
  caller: Caller,
): Promise<Answer> {
  const [first, second] = factorsOf(service, user)
  // It stands in for a factor: of who has none, and must have one, for nothing.
  const mustSetUp = first === undefined && service.config.secondFactor === 'REQUIRED'
  if (!mustSetUp && device && isRemembered(service, device)) {
    return {
      ChallengeName: 'DEVICE_SRP_AUTH',
      ChallengeParameters: { USERNAME: user.id },
      Session: await openChallenge(service, user, 'DEVICE_SRP_AUTH', { deviceKey: device.key }),
    }
  }
  if (first && second && user.preferredFactor === null) {
    return {
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: { MFAS_CAN_CHOOSE: JSON.stringify([first, second]), USER_ID_FOR_SRP: user.id },
      Session: await openChallenge(service, user, 'SELECT_MFA_TYPE', { deviceKey: device?.key }),
    }
  }
  if (first) return factorChallenge(service, user, first, device?.key, caller)
  if (mustSetUp) {
    return {
      ChallengeName: 'MFA_SETUP',
      ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]', USER_ID_FOR_SRP: user.id },
      Session: await openChallenge(service, user, 'MFA_SETUP', { deviceKey: device?.key }),
    }
  }
  return signedIn(service, user, device?.key, caller)
}

async function factorChallenge(
  service: Service,
  user: User,
  factor: 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA',
  deviceKey: string | undefined,
  caller: Caller,
): Promise<ChallengeAnswer> {
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    return {
      ChallengeName: factor,
      ChallengeParameters: { USER_ID_FOR_SRP: user.id, FRIENDLY_DEVICE_NAME: user.totpName ?? '' },
      Session: await openChallenge(service, user, factor, { deviceKey }),
    }
  }
  const phone = user.phone ?? ''
  const code = await makeCode(service, user.id, 'sms factor', caller)
  void service
    .sms?.({ to: phone, text: `${code} is your ${service.config.productName} code.`, code })
    .catch(() => {})
  return {
    ChallengeName: factor,
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.id,
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: `+*******${phone.slice(-4)}`,
    },
    Session: await openChallenge(service, user, factor, { deviceKey }),
  }
}

async function signedIn(
  service: Service,
  user: User,
  deviceKey: string | undefined,
  caller: Caller,
): Promise<Answer> {
  if (deviceKey !== undefined) await touchDevice(service, deviceKey, caller)
  const tokens = await beginSignIn(service, user, deviceKey)
  // Only now: whoever has no more than the password has not come in.
  await rememberNetwork(service, user.id, caller)
  service.audit(
    { event: 'signIn', subject: user.id, details: { knownDevice: deviceKey !== undefined } },
    caller,
  )
  return { AuthenticationResult: tokens, ChallengeParameters: {} }
}

// Codes

/** The device that a code answer names, if it is one of the user's. */
async function namedDevice(service: Service, waiting: Waiting, responses: Map<string, string>) {
  const key = responses.get('DEVICE_KEY') ?? waiting.row.deviceKey ?? undefined
  return key === undefined ? undefined : (await findDevice(service.db, waiting.user.id, key))?.key
}

async function totpAnswer(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
): Promise<Answer> {
  const waiting = await waitingFor(service, session, 'SOFTWARE_TOKEN_MFA', required(responses, 'USERNAME'))
  const code = required(responses, 'SOFTWARE_TOKEN_MFA_CODE')
  if (!field.totpCode.safeParse(code).success) throw invalidParameter('The code must be six digits')
  await checkTotp(service, waiting.user, code, caller)
  await spend(service, waiting)
  return signedIn(service, waiting.user, await namedDevice(service, waiting, responses), caller)
}

/**
 * Accepts a code of the authenticator once, and slows down who guesses: per user over all sessions, and apart from
 * them the owner's networks, where a stranger who has the password does not make the owner wait.
 */
async function checkTotp(service: Service, user: User, code: string, caller: Caller): Promise<void> {
  const { db, secrets } = service
  const now = service.now()
  const isOwners = await isKnownNetwork(service, db, user.id, caller)
  const kind = isOwners ? `totp from ${networkOf(caller.address)}` : 'totp'
  if (!(await takeTry(db, { subject: user.id, kind, free: FREE_TRIES, now }))) {
    service.audit({ event: 'signIn.locked', subject: user.id, details: { factor: 'totp' } }, caller)
    throw refuse.totpLocked()
  }
  if (!user.totpSecret) throw refuse.totpWrong()
  const step = stepOf(secrets.decrypt(user.totpSecret, `totp of ${user.id}`), code, now)
  if (step === undefined) {
    service.audit({ event: 'factor.refused', subject: user.id, details: { factor: 'totp' } }, caller)
    throw refuse.totpWrong()
  }
  if (!(await takeStep(db, user.id, step))) throw refuse.totpReplayed()
  await clear(db, user.id, [kind])
}

async function smsAnswer(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
): Promise<Answer> {
  const waiting = await waitingFor(service, session, 'SMS_MFA', required(responses, 'USERNAME'))
  const { user } = waiting
  await useCode(
    service,
    { subject: user.id, user, caller },
    'sms factor',
    required(responses, 'SMS_MFA_CODE'),
  )
  await spend(service, waiting)
  return signedIn(service, waiting.user, await namedDevice(service, waiting, responses), caller)
}

async function factorChoice(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
): Promise<Answer> {
  const waiting = await waitingFor(service, session, 'SELECT_MFA_TYPE', required(responses, 'USERNAME'))
  const chosen = factorsOf(service, waiting.user).find((factor) => factor === responses.get('ANSWER'))
  if (!chosen) throw invalidParameter('This factor can not be chosen')
  await spend(service, waiting)
  return factorChallenge(service, waiting.user, chosen, waiting.row.deviceKey ?? undefined, caller)
}

async function newPassword(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
): Promise<Answer> {
  const waiting = await waitingFor(service, session, 'NEW_PASSWORD_REQUIRED', required(responses, 'USERNAME'))
  const password = required(responses, 'NEW_PASSWORD')
  const name = responses.get('userAttributes.name')?.slice(0, 100)
  service.passwords.check(password, { email: waiting.user.email, name })
  // Who set it knows it.
  if (isPasswordOf(service, waiting.user, password)) throw refuse.passwordReused()
  await spend(service, waiting)
  const [user] = await service.db
    .update(users)
    .set({
      verifier: sealedPassword(service, waiting.user.id, password),
      status: 'CONFIRMED',
      emailVerified: true,
      ...(name && { name }),
      updatedAt: service.now(),
    })
    // The password that was proved must still be the one that is replaced.
    .where(and(eq(users.id, waiting.user.id), eq(users.verifier, waiting.user.verifier)))
    .returning()
  if (!user) throw refuse.sessionUnknown()
  await dropWaiting(service.db, user.id)
  service.audit({ event: 'password.changed', subject: user.id }, caller)
  return nextStep(service, user, undefined, caller)
}

async function setupDone(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
): Promise<Answer> {
  const waiting = await waitingFor(service, session, 'MFA_SETUP_DONE', required(responses, 'USERNAME'))
  await spend(service, waiting)
  return signedIn(service, waiting.user, await namedDevice(service, waiting, responses), caller)
}

// Devices

async function deviceFirstStep(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
): Promise<Answer> {
  const { waiting, device } = await deviceWaiting(service, session, responses, 'DEVICE_SRP_AUTH')
  const clientPublic = clientPublicFrom(required(responses, 'SRP_A'))
  if (clientPublic === undefined) throw invalidParameter('SRP_A is not a number that can be used')
  const { salt, verifier } = openVerifier(service.secrets, device.verifier, `device ${device.key}`)
  const ephemeral = makeEphemeral(verifier)
  await spend(service, waiting)
  return {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: hexOf(salt),
      SRP_B: hexOf(ephemeral.public),
      SECRET_BLOCK: sealBlock(service, {
        purpose: 'device',
        subject: device.key,
        isReal: true,
        clientPublic,
        ephemeral,
        expiresAt: service.now().getTime() + BLOCK_SECONDS * 1000,
      }),
      DEVICE_KEY: device.key,
      USERNAME: waiting.user.id,
    },
    Session: await openChallenge(service, waiting.user, 'DEVICE_PASSWORD_VERIFIER', {
      deviceKey: device.key,
    }),
  }
}

async function deviceProof(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  caller: Caller,
): Promise<Answer> {
  const fields = proofFields(service, responses, 'device')
  // Clients need not send the session back; the block names the device, and the password before it was right.
  const device = await findDeviceOfBlock(service, session, responses, fields)
  const { user } = device.waiting
  const verifier = openVerifier(service.secrets, device.row.verifier, `device ${device.row.key}`)
  const isRight = isProofRight(fields, { group: device.row.groupKey, id: device.row.key }, verifier)
  await spend(service, device.waiting)
  if (!(await spendBlock(service, fields)) || !isRight) {
    service.audit({ event: 'signIn.refused', subject: user.id, details: { factor: 'device' } }, caller)
    throw refuse.badPassword()
  }
  return signedIn(service, user, device.row.key, caller)
}

async function findDeviceOfBlock(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  { block }: ProofFields,
): Promise<{ waiting: Waiting; row: Device }> {
  const { waiting, device } = await deviceWaiting(service, session, responses, 'DEVICE_PASSWORD_VERIFIER')
  if (!sameText(device.key, block.subject)) throw refuse.badPassword()
  return { waiting, row: device }
}

async function deviceWaiting(
  service: Service,
  session: string | undefined,
  responses: Map<string, string>,
  awaited: Awaited,
): Promise<{ waiting: Waiting; device: Device }> {
  const waiting = await waitingFor(service, session, awaited, required(responses, 'USERNAME'))
  const key = required(responses, 'DEVICE_KEY')
  const device =
    key === waiting.row.deviceKey ? await findDevice(service.db, waiting.user.id, key) : undefined
  if (!device || !isRemembered(service, device)) throw refuse.deviceUnknown()
  return { waiting, device }
}
