//! Rows of method handles: who gives them, what is made of them, who calls them. Must not know what handles do.

use super::super::handles::calls::CallHandle;
use super::super::handles::lookups::{FindHandle, Unreflect};
use super::super::handles::parts::Combine;
use super::super::handles::proxies::AsInterface;
use super::super::handles::revealing::Reveal;
use super::super::handles::types::MakeType;
use super::super::handles::var_handles::VarHandles;
use super::super::state::handles::Does;
use super::super::terms::attempt::{Attempt, Gives, Sought};
use super::super::terms::method::Kind::{Action, ClassSource, Flow, Member};
use super::super::terms::method::{Input, LOOKUP, NO_FIELD, NO_METHOD};
use super::super::terms::recorded::Recorded;
use super::super::terms::site::Role;
use super::row::{Row, row};
use crate::program::lookup::inputs::{OF_LOOKUP, UNREFLECTED};

const HANDLE: &str = "java/lang/invoke/MethodHandle";
pub(super) const HANDLES: &str = "java/lang/invoke/MethodHandles";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const TYPE: &str = "java/lang/invoke/MethodType";

/// A constructor has no name to look for.
const CLASS: &[Input] = &[(Role::Asking, 0), (Role::Class, 1), (Role::Type, 2)];
const CLASS_AND_NAME: &[Input] = &[(Role::Asking, 0), (Role::Class, 1), (Role::Name, 2), (Role::Type, 3)];
const OF_FIELD: &[Input] =
    &[(Role::Asking, 0), (Role::Class, OF_LOOKUP.class), (Role::Name, OF_LOOKUP.name), (Role::Type, OF_LOOKUP.ty)];
const SPECIAL: &[Input] = &[(Role::Asking, 0), (Role::Class, 1), (Role::Name, 2), (Role::Type, 3), (Role::Mirror, 4)];
const BOUND: &[Input] = &[(Role::Asking, 0), (Role::Receiver, 1), (Role::Name, 2), (Role::Type, 3)];
const MEMBER: &[Input] = &[(Role::Asking, 0), (Role::Member, UNREFLECTED)];
const SUBJECT: &[Input] = &[(Role::Subject, 0)];
const HANDLE_AND_PASSED: &[Input] = &[(Role::Handle, 0), (Role::Passed, 1)];
const MEMBER_FOR: &[Input] = &[(Role::Asking, 0), (Role::Member, UNREFLECTED), (Role::Mirror, 2)];

/// A look-up of a method or constructor, and of a field.
const fn method(name: &'static str, inputs: &'static [Input], rule: &'static FindHandle) -> Row {
    row(LOOKUP, name, "*", Member, inputs, rule).throwing(NO_METHOD).recorded(Recorded::HandleOfMethod)
}

const fn field(name: &'static str, rule: &'static FindHandle) -> Row {
    row(LOOKUP, name, "*", Member, OF_FIELD, rule).throwing(NO_FIELD).recorded(Recorded::HandleOfField)
}

const fn unreflect(name: &'static str, inputs: &'static [Input], rule: &'static Unreflect) -> Row {
    row(LOOKUP, name, "*", Member, inputs, rule)
}

/// A handle made of the one that it is asked of, or of others.
const fn of_handle(name: &'static str, inputs: &'static [Input], rule: &'static Combine) -> Row {
    row(HANDLE, name, "*", Flow, inputs, rule)
}

const fn of_handles(name: &'static str, inputs: &'static [Input], rule: &'static Combine) -> Row {
    row(HANDLES, name, "*", Flow, inputs, rule)
}

/// A handle of a function that is no Java method, or of an address in memory (from JDK 22 on).
const fn of_native(class: &'static str, name: &'static str) -> Row {
    row(class, name, "*", Flow, &[], &Combine::Does(Does::Native))
}

const fn of_call_site(class: &'static str) -> Row {
    row(class, "dynamicInvoker", "*", Flow, SUBJECT, &Combine::OfCallSite)
}

const fn into_call_site(name: &'static str) -> Row {
    let inputs: &[Input] = &[(Role::Receiver, 0), (Role::Value, 1)];
    row("java/lang/invoke/MethodHandleNatives", name, "*", Flow, inputs, &Combine::IntoCallSite)
}

const fn call(name: &'static str, desc: &'static str, inputs: &'static [Input], rule: &'static CallHandle) -> Row {
    row(HANDLE, name, desc, Action, inputs, rule)
}

const fn adapted(name: &'static str) -> Row {
    row(HANDLES, name, "*", Flow, SUBJECT, &VarHandles::Adapt)
}

const fn access(name: &'static str) -> Row {
    row(VAR_HANDLE, name, "*", Flow, &[(Role::Receiver, 0), (Role::Passed, 1)], &VarHandles::Access)
}

const fn of_classes(desc: &'static str) -> Row {
    row(TYPE, "methodType", desc, Flow, &[], &MakeType::OfClasses).giving(Gives::HandleType)
}

pub(super) const ROWS: &[Row] = &[
    method("findVirtual", CLASS_AND_NAME, &FindHandle(Sought::Virtual)),
    method("findStatic", CLASS_AND_NAME, &FindHandle(Sought::Static)),
    method("findSpecial", SPECIAL, &FindHandle(Sought::Special)),
    method("findConstructor", CLASS, &FindHandle(Sought::Constructor)).recorded(Recorded::HandleOfConstructor),
    method("bind", BOUND, &FindHandle(Sought::Bound))
        .unrecorded("no event has an object whose class is asked by a name"),
    field("findGetter", &FindHandle(Sought::Getter)),
    field("findSetter", &FindHandle(Sought::Setter)),
    field("findStaticGetter", &FindHandle(Sought::StaticGetter)),
    field("findStaticSetter", &FindHandle(Sought::StaticSetter)),
    field("findVarHandle", &FindHandle(Sought::VarHandle)),
    field("findStaticVarHandle", &FindHandle(Sought::StaticVarHandle)),
    unreflect("unreflect", MEMBER, &Unreflect(Sought::Virtual)),
    unreflect("unreflectSpecial", MEMBER_FOR, &Unreflect(Sought::Special)),
    unreflect("unreflectConstructor", MEMBER, &Unreflect(Sought::Constructor)),
    unreflect("unreflectGetter", MEMBER, &Unreflect(Sought::Getter)),
    unreflect("unreflectSetter", MEMBER, &Unreflect(Sought::Setter)),
    unreflect("unreflectVarHandle", MEMBER, &Unreflect(Sought::VarHandle)),
    call("invoke", "*", HANDLE_AND_PASSED, &CallHandle::OneByOne),
    call("invokeExact", "*", HANDLE_AND_PASSED, &CallHandle::OneByOne).attempting(Attempt::CallHandleExactly),
    call(
        "invokeWithArguments",
        "([Ljava/lang/Object;)Ljava/lang/Object;",
        &[(Role::Handle, 0), (Role::Arguments, 1)],
        &CallHandle::Array,
    ),
    call(
        "invokeWithArguments",
        "(Ljava/util/List;)Ljava/lang/Object;",
        &[(Role::Handle, 0), (Role::Value, 1)],
        &CallHandle::List,
    ),
    // What code that is not looked at does with a handle that it has.
    row(HANDLE, "invokeBasic", "*", Flow, HANDLE_AND_PASSED, &CallHandle::Unknown),
    row(
        "java/lang/invoke/MethodHandleProxies",
        "asInterfaceInstance",
        "*",
        Action,
        &[(Role::Class, 0), (Role::Handle, 1)],
        &AsInterface,
    ),
    of_handle("asType", SUBJECT, &Combine::Same),
    of_handle("asFixedArity", SUBJECT, &Combine::Same),
    of_handle("withVarargs", &[(Role::Subject, 0), (Role::Flag, 1)], &Combine::Varargs),
    of_handle("bindTo", &[(Role::Subject, 0), (Role::Value, 1)], &Combine::Bind).attempting(Attempt::BindHandle),
    of_handle("asSpreader", &[], &Combine::Spread),
    of_handle("asVarargsCollector", &[(Role::Class, 1)], &Combine::Collect),
    row(
        HANDLE,
        "asCollector",
        "(Ljava/lang/Class;I)Ljava/lang/invoke/MethodHandle;",
        Flow,
        &[(Role::Class, 1)],
        &Combine::Collect,
    ),
    of_handle("asCollector", &[(Role::Class, 2)], &Combine::Collect),
    of_handles("explicitCastArguments", SUBJECT, &Combine::Same),
    of_handles("dropReturn", SUBJECT, &Combine::Same),
    of_handles("insertArguments", &[(Role::Index, 1), (Role::Value, 2)], &Combine::Insert),
    of_handles("dropArguments", &[(Role::Index, 1)], &Combine::Drop),
    of_handles("dropArgumentsToMatch", &[], &Combine::Any),
    of_handles("permuteArguments", &[], &Combine::Any),
    of_handles("guardWithTest", &[], &Combine::Alike),
    of_handles("tableSwitch", &[], &Combine::Alike),
    of_handles("filterArguments", &[], &Combine::Any),
    of_handles("filterReturnValue", &[], &Combine::Any),
    of_handles("collectArguments", &[], &Combine::Any),
    of_handles("foldArguments", &[], &Combine::Any),
    of_handles("catchException", &[], &Combine::Any),
    of_handles("tryFinally", &[], &Combine::Any),
    of_handles("loop", &[], &Combine::Any),
    of_handles("whileLoop", &[], &Combine::Any),
    of_handles("doWhileLoop", &[], &Combine::Any),
    of_handles("countedLoop", &[], &Combine::Any),
    of_handles("iteratedLoop", &[], &Combine::Iterate),
    of_handles("invoker", &[], &Combine::Invoke),
    of_handles("exactInvoker", &[], &Combine::Invoke),
    of_handles("spreadInvoker", &[], &Combine::InvokeSpread),
    of_handles("constant", &[(Role::Value, 1)], &Combine::Constant),
    of_handles("identity", &[], &Combine::Does(Does::Give)),
    of_handles("zero", &[], &Combine::Does(Does::Nothing)),
    of_handles("empty", &[], &Combine::Does(Does::Nothing)),
    of_handles("throwException", &[], &Combine::Does(Does::Throw)),
    of_handles("arrayConstructor", &[(Role::Class, 0)], &Combine::NewArray),
    of_handles("arrayLength", &[], &Combine::Does(Does::Nothing)),
    of_handles("arrayElementGetter", &[], &Combine::Does(Does::GetElement)),
    of_handles("arrayElementSetter", &[], &Combine::Does(Does::SetElement)),
    into_call_site("setCallSiteTargetNormal"),
    into_call_site("setCallSiteTargetVolatile"),
    row("java/lang/invoke/CallSite", "makeUninitializedCallSite", "*", Flow, &[], &Combine::Unset),
    of_call_site("java/lang/invoke/CallSite"),
    of_call_site("java/lang/invoke/ConstantCallSite"),
    of_call_site("java/lang/invoke/MutableCallSite"),
    of_call_site("java/lang/invoke/VolatileCallSite"),
    adapted("filterValue"),
    adapted("filterCoordinates"),
    adapted("insertCoordinates"),
    adapted("collectCoordinates"),
    adapted("permuteCoordinates"),
    adapted("dropCoordinates"),
    row(HANDLES, "varHandleInvoker", "*", Flow, &[], &VarHandles::Invoker),
    row(HANDLES, "varHandleExactInvoker", "*", Flow, &[], &VarHandles::Invoker),
    row(VAR_HANDLE, "toMethodHandle", "*", Flow, SUBJECT, &VarHandles::AsMethodHandle),
    of_native("java/lang/foreign/Linker", "downcallHandle"),
    of_native("java/lang/foreign/MemoryLayout", "byteOffsetHandle"),
    of_native("java/lang/foreign/MemoryLayout", "scaleHandle"),
    of_native("java/lang/foreign/MemoryLayout", "sliceHandle"),
    row("java/lang/foreign/Linker", "upcallStub", "*", Action, &[(Role::Handle, 1)], &CallHandle::ByNative),
    access("get"),
    access("getVolatile"),
    access("getOpaque"),
    access("getAcquire"),
    access("set"),
    access("setVolatile"),
    access("setOpaque"),
    access("setRelease"),
    access("compareAndSet"),
    access("compareAndExchange"),
    access("compareAndExchangeAcquire"),
    access("compareAndExchangeRelease"),
    access("weakCompareAndSet"),
    access("weakCompareAndSetPlain"),
    access("weakCompareAndSetAcquire"),
    access("weakCompareAndSetRelease"),
    access("getAndSet"),
    access("getAndSetAcquire"),
    access("getAndSetRelease"),
    access("getAndAdd"),
    access("getAndAddAcquire"),
    access("getAndAddRelease"),
    access("getAndBitwiseOr"),
    access("getAndBitwiseOrAcquire"),
    access("getAndBitwiseOrRelease"),
    access("getAndBitwiseAnd"),
    access("getAndBitwiseAndAcquire"),
    access("getAndBitwiseAndRelease"),
    access("getAndBitwiseXor"),
    access("getAndBitwiseXorAcquire"),
    access("getAndBitwiseXorRelease"),
    row(LOOKUP, "revealDirect", "*", Flow, &[(Role::Asking, 0), (Role::Handle, 1)], &Reveal::Info),
    row("java/lang/invoke/MethodHandleInfo", "reflectAs", "*", Member, &[(Role::Mirror, 0)], &Reveal::OfInfo)
        .unrecorded("the members that it finds are recorded where they are used"),
    row(HANDLES, "reflectAs", "*", Member, &[(Role::Handle, 1)], &Reveal::OfHandle),
    of_classes("(Ljava/lang/Class;)Ljava/lang/invoke/MethodType;"),
    of_classes("(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/invoke/MethodType;"),
    of_classes("(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;"),
    of_classes("(Ljava/lang/Class;Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;"),
    row(TYPE, "genericMethodType", "*", Flow, &[(Role::Length, 0), (Role::Flag, 1)], &MakeType::Generic),
    row(TYPE, "fromMethodDescriptorString", "*", ClassSource, &[(Role::Name, 0), (Role::Asking, 1)], &MakeType::OfText)
        .attempting(Attempt::ReadDescriptor)
        .unrecorded("no event has the classes of which a type is made"),
];
