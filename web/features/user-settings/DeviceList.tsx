import { browserStore } from '#web/session/browser-store.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { momentText } from '#web/ui/dates.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import styles from './DeviceList.module.css'
import { deviceText } from '#web/ui/device-text.ts'
import { ForgetDevice } from './ForgetDevice.tsx'

export interface Device {
  id: string
  name?: string | undefined
  attributes?: Readonly<Record<string, string>> | undefined
  createDate?: Date | undefined
  lastAuthenticatedDate?: Date | undefined
}

interface DeviceListProps {
  /** As the user pool's client gives them, which knows of `attributes` and yet not what is in it. */
  devices: readonly object[]
  onChange: () => void
}

export function DeviceList({ devices, onChange }: DeviceListProps) {
  const known = (devices as readonly Device[]).toSorted((a, b) => timeOf(b) - timeOf(a))
  if (known.length === 0) return <p className={styles.none}>No device is known yet.</p>
  const forget: SimpleColumn<Device> = {
    id: 'forget',
    title: 'Forget',
    kind: 'number',
    isTitleHidden: true,
    cell: (device) => <ForgetDevice device={device} isThis={isThis(device)} onForgotten={onChange} />,
  }
  return <SimpleTable label="Devices" columns={[...COLUMNS, forget]} rows={known} rowId={({ id }) => id} />
}

const timeOf = ({ lastAuthenticatedDate }: Device) => lastAuthenticatedDate?.getTime() ?? 0

const momentOf = (date: Date | undefined) => (date ? momentText(date.toISOString()) : <NoValue />)

/** The client library keeps the key of the device that it runs on beside its tokens. */
const isThis = ({ id }: Device): boolean =>
  browserStore.keys().some((key) => key.endsWith('.deviceKey') && browserStore.getItem(key) === id)

const COLUMNS: readonly SimpleColumn<Device>[] = [
  {
    id: 'name',
    title: 'Device',
    kind: 'text',
    isName: true,
    cell: (device) => (
      <span className={styles.name}>
        {deviceText(device.name)}
        {isThis(device) && <Badge kind="info">This browser</Badge>}
      </span>
    ),
    cellHint: ({ name }) => name ?? '',
  },
  { id: 'first', title: 'First signed in', kind: 'text', cell: ({ createDate }) => momentOf(createDate) },
  {
    id: 'last',
    title: 'Last signed in',
    kind: 'text',
    cell: ({ lastAuthenticatedDate }) => momentOf(lastAuthenticatedDate),
  },
  {
    id: 'address',
    title: 'Last address',
    kind: 'text',
    cell: ({ attributes }) => attributes?.['last_ip_used'] ?? <NoValue />,
  },
]
