export default function FullTable() { return null; }
