import { useLayoutEffect, useRef } from 'react'
import styles from './SelectBox.module.css'

interface SelectBoxProps {
  label: string
  isChecked: boolean
  isPartly?: boolean
}

/** Whether a row is chosen. The table hears what happens to it: one listener rather than one for each row. */
export function SelectBox({ label, isChecked, isPartly = false }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    box.current!.indeterminate = isPartly
  }, [isPartly])
  return (
    <input
      ref={box}
      type="checkbox"
      tabIndex={-1}
      readOnly
      checked={isChecked}
      aria-label={label}
      className={styles.box}
    />
  )
}
