import { and, eq, type InferSelectModel } from 'drizzle-orm'
import type { Database } from './database.ts'
import { devices } from './schema.ts'
import { secondsLater, type Caller, type Service } from './service.ts'

export type Device = InferSelectModel<typeof devices>

/** A remembered device stands in for the second factor this long. */
const REMEMBERED_SECONDS = 30 * 86_400

/** Another user's device is as unknown as one that never was. */
export async function findDevice(
  db: Pick<Database, 'select'>,
  userId: string,
  key: string,
): Promise<Device | undefined> {
  const [found] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.key, key), eq(devices.userId, userId)))
  return found
}

export const isRemembered = (service: Service, device: Device | undefined): boolean =>
  wasRemembered(device, service.now())

export const wasRemembered = (device: Device | undefined, at: Date): boolean =>
  device?.rememberedAt != null && secondsLater(device.rememberedAt, REMEMBERED_SECONDS) > at

export async function touchDevice(service: Service, key: string, caller: Caller): Promise<void> {
  await service.db
    .update(devices)
    .set({ authenticatedAt: service.now(), lastAddress: caller.address })
    .where(eq(devices.key, key))
}
