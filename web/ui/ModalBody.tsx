import { useRef } from 'react'
import styles from './Modal.module.css'
import { useOverflows } from './use-overflows.ts'

/** The content of a dialog. Where it scrolls, the arrow keys reach it. */
export function ModalBody({ children }: { children: React.ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const scrolls = useOverflows(body)
  return (
    <div ref={body} className={styles.body} {...(scrolls && { tabIndex: 0 })}>
      {children}
    </div>
  )
}
