import { and, asc, count, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { findDevice, wasRemembered, type Device } from '../devices.ts'
import { isDuplicate } from '../database.ts'
import { invalidParameter, Refusal, refuse } from '../errors.ts'
import { field, operation } from '../operation.ts'
import { devices, signIns } from '../schema.ts'
import type { Service } from '../service.ts'
import { needFreshSignIn, revokeSignIns, signedInBy } from '../sign-ins.ts'
import { numberOf } from '../srp.ts'
import { factorsOf, sealVerifier } from '../users.ts'

const DEVICES_MAX = 20
const PAGE_MAX = 60
const VERIFIER_BYTES_MAX = 385

export const confirmDevice = operation({
  limit: 'answer',
  input: z.object({
    AccessToken: field.token,
    DeviceKey: field.deviceKey,
    DeviceName: z.string().min(1).max(1024).nullish(),
    DeviceSecretVerifierConfig: z
      .object({ Salt: z.string().max(1024).nullish(), PasswordVerifier: z.string().max(131_072).nullish() })
      .nullish(),
  }),
  async run(service, { AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig }, caller) {
    const { user, signIn } = await signedInBy(service, AccessToken)
    const salt = bytesOf(DeviceSecretVerifierConfig?.Salt, 64)
    const verifier = bytesOf(DeviceSecretVerifierConfig?.PasswordVerifier, VERIFIER_BYTES_MAX)
    if (!salt || !verifier) throw invalidParameter('Invalid device secret verifier')
    // Only a device that this sign-in was offered: keys of others can't be taken.
    if (signIn.offeredDeviceKey !== DeviceKey || signIn.offeredGroupKey === null) {
      if (await findDevice(service.db, user.id, DeviceKey)) throw deviceExists()
      throw refuse.deviceUnknown()
    }
    const now = service.now()
    const device: Device = {
      key: DeviceKey,
      userId: user.id,
      groupKey: signIn.offeredGroupKey,
      name: DeviceName ?? 'Unnamed device',
      verifier: sealVerifier(
        service.secrets,
        { salt: numberOf(salt), verifier: numberOf(verifier) },
        `device ${DeviceKey}`,
      ),
      rememberedAt: null,
      lastAddress: caller.address,
      createdAt: now,
      modifiedAt: now,
      authenticatedAt: now,
    }
    await makeRoom(service, user.id)
    try {
      await service.db.transaction(async (tx) => {
        await tx.insert(devices).values(device)
        await tx.update(signIns).set({ deviceKey: DeviceKey }).where(eq(signIns.id, signIn.id))
      })
    } catch (error) {
      if (isDuplicate(error)) throw deviceExists()
      throw error
    }
    service.audit({ event: 'device.confirmed', subject: user.id }, caller)
    return { UserConfirmationNecessary: true }
  },
})

const deviceExists = () => new Refusal('DeviceKeyExistsException', 'The device is confirmed already.')

function bytesOf(base64: string | null | undefined, max: number): Buffer | undefined {
  if (base64 == null || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length > 0 && bytes.length <= max && numberOf(bytes) > 1n ? bytes : undefined
}

/** Browsers confirm a device at each sign-in that has none: the one used longest ago makes room. */
async function makeRoom(service: Service, userId: string): Promise<void> {
  const [row] = await service.db.select({ n: count() }).from(devices).where(eq(devices.userId, userId))
  if ((row?.n ?? 0) < DEVICES_MAX) return
  const [oldest] = await service.db
    .select({ key: devices.key })
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(asc(devices.authenticatedAt))
    .limit(1)
  if (oldest) await dropDevice(service, userId, oldest.key)
}

async function dropDevice(service: Service, userId: string, key: string): Promise<boolean> {
  return service.db.transaction(async (tx) => {
    const dropped = await tx
      .delete(devices)
      .where(and(eq(devices.key, key), eq(devices.userId, userId)))
      .returning({ key: devices.key })
    if (dropped.length > 0) await revokeSignIns(service, { userId, deviceKey: key }, tx)
    return dropped.length > 0
  })
}

export const updateDeviceStatus = operation({
  limit: 'answer',
  input: z.object({
    AccessToken: field.token,
    DeviceKey: field.deviceKey,
    DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']).nullish(),
  }),
  async run(service, { AccessToken, DeviceKey, DeviceRememberedStatus }, caller) {
    const signedIn = await signedInBy(service, AccessToken)
    const { user, signIn } = signedIn
    const device = await findDevice(service.db, user.id, DeviceKey)
    if (!device) throw refuse.deviceUnknown()
    const isWanted = DeviceRememberedStatus === 'remembered'
    if (isWanted) {
      // It stands in for the second factor: a window that was left open must not be enough, nor another one.
      needFreshSignIn(service, signedIn)
      if (signIn.deviceKey !== DeviceKey) throw refuse.freshSignInNeeded()
      if (factorsOf(service, user).length > 0 && !signIn.hasSecondFactor) throw refuse.freshSignInNeeded()
      // Who came in by being remembered, and has taken that back, has to come in by a code first.
      const isTakenBack = device.rememberedAt === null && device.modifiedAt > device.createdAt
      if (isTakenBack && device.modifiedAt >= signIn.authTime) throw refuse.freshSignInNeeded()
    }
    const now = service.now()
    // Who came in by being remembered is not remembered for longer than from the time with the code.
    const since = wasRemembered(device, signIn.authTime) ? device.rememberedAt : now
    await service.db
      .update(devices)
      .set({ rememberedAt: isWanted ? since : null, modifiedAt: now })
      .where(eq(devices.key, DeviceKey))
    if (isWanted) service.audit({ event: 'device.remembered', subject: user.id }, caller)
    return {}
  },
})

export const getDevice = operation({
  input: z.object({ AccessToken: field.token.nullish(), DeviceKey: field.deviceKey }),
  async run(service, { AccessToken, DeviceKey }) {
    const { user } = await signedInBy(service, AccessToken ?? '')
    const device = await findDevice(service.db, user.id, DeviceKey)
    if (!device) throw refuse.deviceUnknown()
    return { Device: shown(device) }
  },
})

export const listDevices = operation({
  input: z.object({
    AccessToken: field.token,
    Limit: z.number().int().min(0).max(PAGE_MAX).nullish(),
    PaginationToken: z.string().min(1).max(1024).nullish(),
  }),
  async run(service, { AccessToken, Limit, PaginationToken }) {
    const { user } = await signedInBy(service, AccessToken)
    const size = Limit || PAGE_MAX
    const found = await service.db
      .select()
      .from(devices)
      .where(and(eq(devices.userId, user.id), PaginationToken ? gt(devices.key, PaginationToken) : undefined))
      .orderBy(asc(devices.key))
      .limit(size + 1)
    const page = found.slice(0, size)
    return {
      Devices: page.map(shown),
      ...(found.length > size && { PaginationToken: page.at(-1)!.key }),
    }
  },
})

export const forgetDevice = operation({
  limit: 'answer',
  input: z.object({ AccessToken: field.token.nullish(), DeviceKey: field.deviceKey }),
  async run(service, { AccessToken, DeviceKey }, caller) {
    const { user } = await signedInBy(service, AccessToken ?? '')
    if (!(await dropDevice(service, user.id, DeviceKey))) throw refuse.deviceUnknown()
    service.audit({ event: 'device.forgotten', subject: user.id }, caller)
    return {}
  },
})

const secondsOf = (date: Date): number => date.getTime() / 1000

const shown = (device: Device) => ({
  DeviceKey: device.key,
  DeviceAttributes: [
    { Name: 'device_status', Value: 'valid' },
    { Name: 'device_name', Value: device.name },
    ...(device.lastAddress === null ? [] : [{ Name: 'last_ip_used', Value: device.lastAddress }]),
    { Name: 'dev:device_remembered_status', Value: device.rememberedAt ? 'remembered' : 'not_remembered' },
  ],
  DeviceCreateDate: secondsOf(device.createdAt),
  DeviceLastModifiedDate: secondsOf(device.modifiedAt),
  DeviceLastAuthenticatedDate: secondsOf(device.authenticatedAt),
})
