import { X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { Text } from 'react-aria-components/Text'
import { APPEARANCES, type Appearance } from './appearances.ts'
import { Button } from './Button.tsx'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './ToastRegion.module.css'

const SHOWN_MS = 8_000

export interface ToastAction {
  label: string
  onPress: () => void
}

interface Message {
  text: string
  appearance: Appearance
  action: ToastAction | undefined
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })

/** Pages call `toast`, which loads this. */
export const showToast = (message: Message): void => void queue.add(message, { timeout: SHOWN_MS })

export function hideToast(text: string): void {
  const shown = queue.visibleToasts.filter(({ content }) => content.text === text)
  for (const { key } of shown) queue.close(key)
}

export function ToastRegion() {
  return (
    <AriaToastRegion queue={queue} className={styles.region!}>
      {({ toast: shown }) => {
        const { text, appearance, action } = shown.content
        return (
          <Toast toast={shown} className={cx(styles.toast, styles[appearance])}>
            <Icon of={APPEARANCES[appearance]} />
            <ToastContent className={styles.text!}>
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action && (
              <Button
                size="sm"
                onPress={() => {
                  action.onPress()
                  queue.close(shown.key)
                }}
              >
                {action.label}
              </Button>
            )}
            <AriaButton slot="close" aria-label="Close message" className={styles.close!}>
              <Icon of={X} />
            </AriaButton>
          </Toast>
        )
      }}
    </AriaToastRegion>
  )
}
