import encodeQR from 'qr'
import styles from './QrCode.module.css'

/** A QR code as an image. Dark on light in every theme, because many readers know nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // The border belongs to the code: readers need it.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path d={path} />
    </svg>
  )
}
