/** Time zones as reports name them behind a moment. */

/** Minutes east of Greenwich. Only zones that Amazon's reports name, so none has two meanings. */
const ZONES: Record<string, number> = {
  utc: 0,
  z: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  cest: 120,
  mez: 60,
  mesz: 120,
  eet: 120,
  eest: 180,
  trt: 180,
  gst: 240,
  ist: 330,
  sgt: 480,
  jst: 540,
  acst: 570,
  acdt: 630,
  aest: 600,
  aedt: 660,
  awst: 480,
  pst: -480,
  pdt: -420,
  mst: -420,
  mdt: -360,
  cst: -360,
  cdt: -300,
  est: -300,
  edt: -240,
  brt: -180,
}

/** Minutes east of Greenwich of `PDT`, `+01:00` or `GMT-7`; undefined for what is no zone. */
export function offsetOf(zone: string): number | undefined {
  const folded = zone.trim().toLowerCase()
  const shifted = /^(?:gmt|utc)?([-+−])(\d{1,2})(?::?(\d{2}))?$/.exec(folded)
  if (!shifted) return ZONES[folded]
  const [, sign, hours, minutes] = shifted
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes ?? 0))
}
