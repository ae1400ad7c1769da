/** Reads a body up to a maximum; undefined when it is longer. */
export const readBytes = async (
  body: AsyncIterable<Buffer>,
  maximum: number,
): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximum) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
