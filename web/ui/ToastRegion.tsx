import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './ToastRegion.module.css'

type ToastKind = keyof typeof ICONS
const ICONS = { info: Info, positive: CircleCheck, warning: TriangleAlert, negative: CircleAlert }
const SHOWN_MS = 8_000

const queue = new ToastQueue<{ text: string; kind: ToastKind }>({ maxVisibleToasts: 3 })

/** Says something in passing. Never the only trace of an error. */
export const toast = (text: string, kind: ToastKind = 'info'): void =>
  void queue.add({ text, kind }, { timeout: SHOWN_MS })

export function ToastRegion() {
  return (
    <AriaToastRegion queue={queue} className={styles.region!}>
      {({ toast: shown }) => (
        <Toast toast={shown} className={cx(styles.toast, styles[shown.content.kind])}>
          <Icon of={ICONS[shown.content.kind]} />
          <ToastContent className={styles.text!}>{shown.content.text}</ToastContent>
          <Button slot="close" aria-label="Close message" className={styles.close!}>
            <Icon of={X} />
          </Button>
        </Toast>
      )}
    </AriaToastRegion>
  )
}
