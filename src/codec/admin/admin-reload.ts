import Type from "typebox";

const keys = (description: string) =>
  Type.Array(Type.String(), {
    description: `${description} Like limits.channelPerSecond or channels.MOBILEAPP1.webhookUrl.`,
  });

/** The result of reading the config file again. */
export const reloadAnswer = Type.Object(
  {
    changed: keys("The keys of the config file that were changed and are in effect."),
    needsRestart: keys("The keys that were changed in the file and wait for a start of the process."),
  },
  { additionalProperties: false },
);
