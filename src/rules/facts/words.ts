/** A host's word in a sentence: one line, bounded. */
export function word(text: string, most = 60): string {
  const plain = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}
