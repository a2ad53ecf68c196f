export default function Planned() {
  return null
}
