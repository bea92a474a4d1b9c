import { useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DeskDeliveryDetails } from "../../../codec/desk/desk-log.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { loading } from "../../shared/parts/missing.tsx";
import { press, underWay } from "../../shared/parts/press.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { Attempts } from "../conversation/delivery/attempts.tsx";
import type { DeliveryAnswer } from "../data/answers.types.ts";
import { ChartLink } from "../parts/chart-link.tsx";
import { tell, tellFailure } from "../shell/notices.tsx";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { deliveries } from "../texts/en/deliveries.ts";
import { canSendAgain, describeOutcome, nameOfChannel, nameOfKind } from "./words.ts";

const text = textsOf("deliveries", deliveries);

interface DeliveryDetailsProps {
  readonly deliveryId: string;
  /** Changes when the list receives a change of the delivery, which is then reread. */
  readonly news: string;
  /** Returns the address that shows all deliveries of a client, by the client's number. */
  readonly placeOfClient: (clientNumber: string) => string;
  readonly onClose: () => void;
  /** Called after the delivery was resent. */
  readonly onSent: () => void;
}

/** One delivery: every attempt, its content, and a button to resend it. Source: DEL-28, WH-38. */
export function DeliveryDetails({
  deliveryId,
  news,
  placeOfClient,
  onClose,
  onSent,
}: DeliveryDetailsProps): JSX.Element {
  const { api } = useDesk();
  const read = useSignal<DeskDeliveryDetails | ApiFailure | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    void api.get<DeliveryAnswer>(`/api/deliveries/${encodeURIComponent(deliveryId)}`, aborter.signal).then((answer) => {
      if (!aborter.signal.aborted) read.value = answer.ok ? answer.value.delivery : answer.failure;
    });
    return () => aborter.abort();
  }, [deliveryId, news]);
  const { value } = read;
  return (
    <section class="delivery-details" aria-label={text("delivery")}>
      <button type="button" class="quiet" onClick={onClose}>
        {text("close")}
      </button>
      {value === null && <p class="empty">{loading()}</p>}
      {value !== null && "code" in value && (
        <p class="empty" role="alert">
          {value.message}
        </p>
      )}
      {value !== null && "attempts" in value && (
        <Details delivery={value} placeOfClient={placeOfClient} onSent={onSent} />
      )}
    </section>
  );
}

interface DetailsProps {
  readonly delivery: DeskDeliveryDetails;
  readonly placeOfClient: DeliveryDetailsProps["placeOfClient"];
  readonly onSent: () => void;
}

function Details({ delivery, placeOfClient, onSent }: DetailsProps): JSX.Element {
  const { id, kind, chatId, channelId, client, messageId, createdAt, attempts, request } = delivery;
  const channel = nameOfChannel(useDesk().surroundings.value.channels, channelId);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {nameOfKind(kind)}
      </h2>
      <p class={delivery.state === "failed" ? "error literal" : "literal"}>{describeOutcome(delivery)}</p>
      <SendAgain delivery={delivery} heading={heading} onSent={onSent} />
      <dl class="facts">
        <dt>{text("delivery")}</dt>
        <dd class="literal">{id}</dd>
        {messageId !== id && <dt>{text(kind === "message" ? "message" : "event")}</dt>}
        {messageId !== id && <dd class="literal">{messageId}</dd>}
        <dt>{text("channel")}</dt>
        <dd>{channel}</dd>
        {client !== null && <dt>{text("client")}</dt>}
        {client !== null && (
          <dd>
            <a href={placeOfClient(String(client.number))}>{text("allOfClient", { name: client.name })}</a>
          </dd>
        )}
        {chatId !== null && <dt>{text("chat")}</dt>}
        {chatId !== null && (
          <dd>
            <a href={placeOf(["inbox", "all", chatId])}>{chatId}</a>
          </dd>
        )}
        <dt>{text("since")}</dt>
        <dd>{exactTime(createdAt)}</dd>
      </dl>
      <ChartLink actor={`delivery/${id}`} words={text("seeChart")} />
      <Attempts attempts={attempts} />
      {request !== null && (
        <>
          <h3>{text("body")}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element. */}
          <pre tabIndex={0}>{request.body}</pre>
        </>
      )}
    </>
  );
}

interface SendAgainProps {
  readonly delivery: DeskDeliveryDetails;
  /** Gets the focus, because the button is gone when the delivery is sent again. */
  readonly heading: RefObject<HTMLElement | null>;
  readonly onSent: () => void;
}

function SendAgain({ delivery, heading, onSent }: SendAgainProps): JSX.Element | null {
  const { api, surroundings } = useDesk();
  const isBusy = useSignal(false);
  if (!canSendAgain(delivery, surroundings.value.agent.role === "admin")) return null;
  const send = async (): Promise<void> => {
    isBusy.value = true;
    const answer = await api.send("POST", `/api/deliveries/${delivery.id}/resend`);
    isBusy.value = false;
    if (answer.ok) {
      heading.current?.focus();
      tell(text("onItsWay"));
    } else tellFailure(text("notSentAgain"), answer.failure);
    onSent();
  };
  return (
    <button type="button" {...press(isBusy.value ? underWay() : null, () => void send())}>
      {text("sendAgain")}
    </button>
  );
}
